// `beckon hooks install` and `uninstall`: show the change to the user's settings, ask, keep a backup, write.
import { BeckonError } from '@beckon/protocol';
import { createTwoFilesPatch } from 'diff';
import { claudeVersion } from '../drivers/terminal/claudeProgram.ts';
import { hooksFor, knowsLaterEvents } from '../drivers/terminal/hooks/hookCommand.ts';
import { sharedEndpoint } from '../drivers/terminal/hooks/hookEndpoints.ts';
import { checkedHookScript } from '../drivers/terminal/hooks/hookScript.ts';
import type { SettingsReading } from '../drivers/terminal/hooks/settings.ts';
import { installHooks, uninstallHooks } from '../drivers/terminal/hooks/settings.ts';
import { readSettingsFile, replaceSettingsFile } from './hooksFile.ts';
import { prompt } from './prompt.ts';

export interface HooksOptions {
  stateDir: string;
  /** The settings file. */
  settings: string;
  /** Do not ask. */
  yes: boolean;
  /** Show the change, and no more. */
  dryRun: boolean;
}

export async function installUserHooks(options: HooksOptions): Promise<void> {
  const program = { scriptPath: checkedHookScript(), endpointPath: sharedEndpoint(options.stateDir) };
  const hooks = hooksFor(program, { hasLaterEvents: knowsLaterEvents(await claudeVersion('claude', process.env)) });
  const done = 'Installed. Sessions of `claude` that start from now on appear in Beckon while it runs.';
  const notDone = 'The hooks were not installed';
  const change = (text: string) => installHooks(text, hooks);
  await changeSettings(options, { change, done, notDone, nothing: 'Already installed.' });
}

export async function uninstallUserHooks(options: HooksOptions): Promise<void> {
  const done = 'Removed. Sessions that run already may still report until they end.';
  const notDone = 'The hooks were not removed';
  await changeSettings(options, { change: uninstallHooks, done, notDone, nothing: 'There are no hooks of Beckon.' });
}

interface Change {
  change: (text: string) => SettingsReading<{ text: string }>;
  done: string;
  notDone: string;
  nothing: string;
}

async function changeSettings(options: HooksOptions, { change, done, notDone, nothing }: Change): Promise<void> {
  const { settings, yes, dryRun } = options;
  const file = readSettingsFile(settings);
  const changed = change(file.text ?? '');
  if (!changed.ok) {
    throw new BeckonError(
      'invalid_request',
      `${settings} was left as it is. ${changed.message} Mend it and try again.`,
    );
  }
  if (changed.text === (file.text ?? '')) return say(`${nothing} (${settings})`);
  say(describeChange(settings, file.text ?? '', changed.text));
  const unchanged = `${notDone}: ${settings} is as it was.`;
  if (dryRun) return say(unchanged);
  if (!yes && !(await isConfirmed(notDone))) return say(unchanged);
  const backup = replaceSettingsFile(file, changed.text);
  say(done);
  if (backup !== undefined) say(`What was there before is in ${backup}`);
}

function describeChange(path: string, before: string, after: string): string {
  return createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 2 }).replace(/^=+\n/, '');
}

async function isConfirmed(notDone: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    const sentence = `${notDone}. Nothing was changed: nobody is there to confirm it. Add --yes to do so.`;
    throw new BeckonError('invalid_request', sentence);
  }
  return /^y(es)?$/i.test(await prompt('Change it? [y/N] '));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
