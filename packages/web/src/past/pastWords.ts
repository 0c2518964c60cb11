// What is said of past sessions.
import type { PastInfo, PastOrigin, Session, SkippedPast } from '@beckon/protocol';
import { cost, count } from '../text/words.ts';

export const originWords: Record<PastOrigin, string> = {
  terminal: 'From a terminal',
  sdk: 'From the SDK',
  ide: 'From an editor',
  beckon: 'From Beckon',
  other: 'From elsewhere',
};

/** Why nobody can go on with it here; undefined where one can. */
export function whyNot({ place, runsElsewhere, isFolderGone }: PastInfo): string | undefined {
  if (place === 'trash') return 'It is in the trash. Restore it to go on with it.';
  if (runsElsewhere) {
    return 'An agent is in this session right now, outside of Beckon. Go on there, or end it first.';
  }
  return isFolderGone ? 'Its folder is not there any more, so that no agent can be started in it.' : undefined;
}

export function skippedWords({ folders, files }: SkippedPast): string {
  const words = [
    ...(folders > 0 ? [`${count(folders, 'folder')} that cannot be read`] : []),
    ...(files > 0
      ? [
          `${count(files, 'file')} that ${files === 1 ? 'is' : 'are'} no transcript of ${files === 1 ? 'its' : 'their'} own`,
        ]
      : []),
  ];
  return words.join(', ');
}

/** How long it went on, what it cost. */
export function extentWords({ createdAt, lastActivityAt, usage }: Session): string {
  const took = spanWords(lastActivityAt - createdAt);
  return usage.costUsd === undefined || usage.costUsd === 0 ? took : `${took} · ${cost(usage.costUsd)}`;
}

function spanWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
