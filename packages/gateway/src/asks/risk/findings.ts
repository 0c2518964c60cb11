// What can be found about an ask, each with its words and how much it weighs.
import type { Risk, RiskLevel } from '@beckon/protocol';

type Weight = Exclude<RiskLevel, 'unknown'>;

const kinds = {
  unparsed: ['high', 'Part of this could not be taken apart, so nobody can say what it does.'],
  too_long: ['high', 'Too long for Beckon to judge: only reading it tells what it does.'],
  disguised: ['high', 'Has characters that cannot be seen, or that look like others.'],
  open_program: ['high', 'Which program runs is only known when it runs.'],
  pipe_to_shell: ['high', 'Runs a text that it reads from somewhere else.'],
  privilege: ['high', 'Runs as another user, with more rights.'],
  deletes_many: ['high', 'Deletes more than one file, or whatever is there.'],
  deletes: ['medium', 'Deletes a file.'],
  overwrites_disk: ['high', 'Writes to a disk or device directly.'],
  credentials: ['high', 'Reads passwords, keys or tokens.'],
  beckon: ['high', 'Speaks to Beckon itself, which could answer asks in your place.'],
  environment: ['medium', 'Reads the environment, which may hold keys.'],
  writes_system: ['high', 'Writes to the system, or to settings in the home folder.'],
  writes_hook: ['high', 'Writes to what runs later by itself: a hook, or settings of an agent or editor.'],
  writes_outside: ['medium', 'Writes outside the session’s folder.'],
  writes_open: ['medium', 'Where it writes is only known when it runs.'],
  leaves_folder: ['medium', 'Goes on in another folder.'],
  network: ['medium', 'Talks to other machines.'],
  remote: ['high', 'Runs commands on another machine.'],
  installs: ['medium', 'Installs or runs packages from outside.'],
  git_push: ['medium', 'Publishes commits.'],
  git_rewrites: ['high', 'Rewrites or throws away commits or changes.'],
  background: ['medium', 'Leaves something running, or to run later.'],
  permissions: ['medium', 'Changes who may read, write or run files.'],
  kills: ['medium', 'Ends other programs.'],
  machine: ['high', 'Stops or changes the machine’s services.'],
  code: ['medium', 'Runs a program that is written on its command line.'],
  changes_path: ['medium', 'Changes which programs or libraries are used.'],
} as const satisfies Record<string, readonly [Weight, string]>;

export type FindingCode = keyof typeof kinds;

export function riskFrom(codes: Iterable<FindingCode>): Risk {
  const found = [...new Set(codes)].toSorted((a, b) => order.indexOf(kinds[a][0]) - order.indexOf(kinds[b][0]));
  const [worst] = found;
  return {
    level: worst ? kinds[worst][0] : 'low',
    findings: found.map((code) => ({ code, text: kinds[code][1] })),
  };
}

const order: readonly Weight[] = ['high', 'medium', 'low'];

/** Says why its person is asked about what they may have allowed elsewhere. */
export function nearBeckon({ level, findings }: Risk): Risk {
  return { level: level === 'low' ? 'medium' : level, findings: [near, ...findings] };
}

const near = {
  code: 'near_beckon',
  text: 'Beckon’s own files can be reached from this session’s folder, so every command is asked about here, whatever the mode.',
};
