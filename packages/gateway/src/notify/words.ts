// What a call says: as much as its channel lets out, with nothing in it that hides or turns text, and no longer than fits.
import type { Ask, ChannelOptions, Occasion, Privacy, RiskLevel } from '@beckon/protocol';
import { headline, kindOf } from '@beckon/protocol';
import { askText } from './askText.ts';
import { oneLine, plainText } from './plainText.ts';
import type { DueMatter, Matter } from './rules.ts';
import type { Call } from './sender.ts';

export interface CalledSession {
  title: string;
  cwd: string;
}

/** What is known of a matter when it is sent. */
export interface MatterFacts {
  ask: Ask | undefined;
  session: CalledSession | undefined;
}

type Words = Pick<Call, 'title' | 'body'>;

const longest = { title: 150, body: 1000 };

/** One thing. */
export function wordsFor(matter: DueMatter, facts: MatterFacts, { privacy }: Pick<ChannelOptions, 'privacy'>): Words {
  const { title, body } = privacy === 'nothing' ? nothingSaid : said(matter, facts, privacy);
  const again = matter.round === 0 ? '' : 'Still waiting: ';
  return { title: oneLine(`${again}${title}`, longest.title), body: plainText(body, longest.body) };
}

/** Several things that come as one: “7 asks in 3 sessions”. */
export function summaryWords(matters: readonly Matter[], privacy: Privacy): Words {
  if (privacy === 'nothing') return { title: `${matters.length} things wait`, body: '' };
  const asks = matters.filter(({ occasion }) => occasion === 'ask');
  const others = matters.length - asks.length;
  const sessions = new Set(matters.map(({ sessionId }) => sessionId).filter((id) => id !== undefined)).size;
  const counted = [
    ...(asks.length > 0 ? [count(asks.length, 'ask')] : []),
    ...(others > 0 ? [asks.length > 0 ? count(others, 'other thing') : count(others, 'thing')] : []),
  ].join(' and ');
  const isReminder = matters.every((matter) => 'round' in matter && matter.round !== 0);
  const where = sessions === 0 ? '' : ` in ${count(sessions, 'session')}`;
  return { title: `${isReminder ? 'Still waiting: ' : ''}${counted}${where}`, body: '' };
}

/** What a test sends. */
export const testWords: Words = {
  title: 'Beckon can reach you here',
  body: 'This is a test that you sent from the settings.',
};

const nothingSaid: Words = { title: 'Something waits', body: '' };

function said(matter: Matter, { ask, session }: MatterFacts, privacy: 'full' | 'title'): Words {
  const where = session ? `“${session.title}”` : '';
  if (matter.occasion === 'ask') {
    if (!ask) return { title: occasionWords.ask, body: where };
    if (privacy === 'title') return { title: kindOf(ask).words.wanted, body: where };
    const title = headline(ask, session?.cwd);
    return { title, body: lines(...untold(ask, title), where, riskWords(ask)) };
  }
  const title = [occasionWords[matter.occasion], where].filter(Boolean).join(': ');
  if (privacy === 'title') return { title, body: '' };
  const about = matter.occasion === 'answer_undelivered' && ask ? headline(ask, session?.cwd) : '';
  return { title, body: lines(about, matter.detail ?? '') };
}

/** Every platform shows a title of this length whole. */
const shortTitle = 40;

/** What its person decides on, as far as there is room for it, unless the title says all of it. Buttons depend on that. */
function untold(ask: Ask, title: string): string[] {
  const { text, isWhole } = askText(ask);
  return isWhole && title.length <= shortTitle && title.endsWith(text) ? [] : [text];
}

const occasionWords: Record<Occasion, string> = {
  ask: 'An agent waits for you',
  turn_finished: 'Finished',
  turn_failed: 'Failed',
  rate_limited: 'The usage limit is reached',
  ready_for_input: 'Ready for input',
  answer_undelivered: 'Your answer has not reached its agent',
  device_signed_in: 'A new device signed in',
};

const riskNames: Partial<Record<RiskLevel, string>> = {
  high: 'High risk',
  medium: 'Worth a look',
  unknown: 'Beckon cannot say what this does',
};

function riskWords({ risk }: Ask): string {
  const name = risk && riskNames[risk.level];
  if (!risk || name === undefined) return '';
  return [name, ...risk.findings.map(({ text }) => text)].join(': ');
}

function lines(...all: string[]): string {
  return all.filter((line) => line !== '').join('\n');
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`;
}
