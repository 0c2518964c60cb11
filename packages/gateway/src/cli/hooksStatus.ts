// `beckon hooks status`: what is installed, whether a gateway hears it, and when it last did.
import { sharedEndpoint } from '../drivers/terminal/hooks/hookEndpoints.ts';
import { checkedHookScript } from '../drivers/terminal/hooks/hookScript.ts';
import { type HookProgram, hooksFor } from '../drivers/terminal/hooks/hookCommand.ts';
import type { LastHook } from '../drivers/terminal/hooks/lastHook.ts';
import { readLastHook } from '../drivers/terminal/hooks/lastHook.ts';
import type { SettingsReading, SettingsStatus } from '../drivers/terminal/hooks/settings.ts';
import { readHooks } from '../drivers/terminal/hooks/settings.ts';
import type { Announcement } from '../stateDirectory.ts';
import { runningGateway } from '../stateDirectory.ts';
import { readSettingsFile } from './hooksFile.ts';
import { typed } from './typed.ts';

export async function hooksStatus({ stateDir, settings }: { stateDir: string; settings: string }): Promise<void> {
  const lines = describeHooks({
    settingsPath: settings,
    program: { scriptPath: checkedHookScript(), endpointPath: sharedEndpoint(stateDir) },
    settings: readHooks(readSettingsFile(settings).text ?? ''),
    gateway: await runningGateway(stateDir),
    lastHook: readLastHook(stateDir),
    now: Date.now(),
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}

export interface HooksSituation {
  settingsPath: string;
  program: HookProgram;
  settings: SettingsReading<SettingsStatus>;
  gateway: Announcement | undefined;
  lastHook: LastHook | undefined;
  now: number;
}

export function describeHooks(situation: HooksSituation): string[] {
  const { gateway, lastHook, now } = situation;
  return [
    `Hooks:     ${installation(situation)}`,
    `Gateway:   ${gateway ? `runs at ${gateway.url}` : 'does not run; until it does, hooks do nothing'}`,
    `Last hook: ${lastHook ? `${lastHook.event}, ${ago(now - lastHook.at)}` : 'none has arrived yet'}`,
  ];
}

function installation({ settingsPath, program, settings }: HooksSituation): string {
  if (!settings.ok) return `cannot be told. ${settingsPath}: ${settings.message}`;
  const { hooks, isDisabled } = settings;
  if (hooks.length === 0) return `not installed in ${settingsPath}. Install them with: ${typed('hooks install')}`;
  const has = (wanted: { event: string; command: string }) =>
    hooks.some(({ event, command }) => event === wanted.event && command === wanted.command);
  if (!hooksFor(program, { hasLaterEvents: false }).every(has)) {
    return `installed in ${settingsPath}, but not as they should be. Mend them with: ${typed('hooks install')}`;
  }
  if (isDisabled) return `installed in ${settingsPath}, but “disableAllHooks” there keeps them from running`;
  return `installed in ${settingsPath} (${hooks.length} events)`;
}

function ago(elapsedMs: number): string {
  const seconds = Math.max(0, Math.round(elapsedMs / 1000));
  const steps: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, unit] = steps.find(([step]) => seconds >= step) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
