// The walls between rooms are lint rules, and a rule that matches nothing says nothing: each wall is tried here with the
// imports that it has to refuse and some that it has to let pass, by the real linter with the real configuration.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { tempFolder } from '../../../tests/support/tempFolder.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Rooms of the gateway, by a file in each. */
const rooms = {
  'asks/x.ts': {
    refuses: ['agents/y', 'sessions/y', 'asks/returning/y', 'drivers/driver', 'telling/y', 'store/sqlite/y', 'log/y'],
    allows: ['store/askStore', 'asks/y', 'clock', 'backOff'],
  },
  'asks/returning/x.ts': {
    refuses: ['drivers/sdk/y', 'telling/y', 'transports/y', 'store/sqlite/y', 'log/y', 'gateway'],
    allows: ['asks/ledger', 'drivers/driver', 'agents/y', 'backOff'],
  },
  'editedFiles/x.ts': {
    refuses: ['asks/y', 'agents/y', 'sessions/y', 'drivers/driver', 'store/askStore', 'log/y', 'cli/y'],
    allows: ['plainFile', 'clock', 'editedFiles/y'],
  },
  'largeInputs/x.ts': {
    refuses: [
      'asks/y',
      'agents/y',
      'sessions/y',
      'drivers/terminal/y',
      'store/sqlite/y',
      'log/y',
      'telling/y',
      'cli/y',
    ],
    allows: ['store/inputStore', 'drivers/driver', 'largeInputs/y'],
  },
  'past/x.ts': {
    refuses: ['asks/y', 'agents/y', 'sessions/y', 'drivers/sdk/y', 'drivers/terminal/y', 'telling/y', 'cli/y'],
    allows: ['drivers/driver', 'drivers/claude/transcript/y', 'plainFile', 'past/y'],
  },
  'search/x.ts': {
    refuses: [
      'asks/y',
      'agents/y',
      'sessions/y',
      'drivers/sdk/y',
      'drivers/terminal/y',
      'telling/y',
      'transports/y',
      'cli/y',
    ],
    allows: ['drivers/claude/transcript/y', 'past/y', 'store/sqlite/y', 'plainFile', 'clock', 'search/y'],
  },
  'agents/x.ts': {
    refuses: ['sessions/y', 'drivers/terminal/y', 'drivers/interactiveTools', 'telling/y', 'transports/y', 'log/y'],
    allows: ['drivers/driver', 'asks/ledger', 'house', 'clock'],
  },
  'sessions/x.ts': {
    refuses: ['transports/y', 'access/y', 'drivers/claude/y', 'gateway', 'cli/y', 'stateDirectory'],
    allows: ['drivers/driver', 'agents/y', 'asks/ledger', 'telling/y'],
  },
  'sessions/conversation/x.ts': {
    refuses: ['transports/direct', 'drivers/sdk/y', 'cli/y'],
    allows: ['drivers/driver', 'sessions/y', 'store/y'],
  },
  'telling/x.ts': {
    refuses: ['agents/y', 'sessions/y', 'store/y', 'log/y', 'drivers/driver', 'transports/http/y', 'gateway'],
    allows: ['asks/ledger', 'clock'],
  },
  'access/x.ts': {
    refuses: ['asks/y', 'agents/y', 'sessions/y', 'drivers/driver', 'transports/http/y', 'store/sqlite/y', 'cli/y'],
    allows: ['store/y', 'log/y', 'clock'],
  },
  'notify/x.ts': {
    refuses: [
      'agents/y',
      'sessions/y',
      'telling/y',
      'transports/y',
      'drivers/driver',
      'store/sqlite/y',
      'gateway',
      'logger',
    ],
    allows: ['store/channelStore', 'asks/ledger', 'log/y', 'clock', 'notify/senders/y'],
  },
  'notify/senders/x.ts': {
    refuses: ['asks/y', 'sessions/y', 'store/y', 'log/y', 'access/y', 'transports/y', 'gateway', 'cli/y', 'logger'],
    allows: ['notify/sender', 'notify/outbound', 'notify/senders/y', 'clock'],
  },
  'notify/outbound.ts': { refuses: ['access/y', 'drivers/driver', 'logger'], allows: ['notify/addresses', 'clock'] },
  'store/sqlite/x.ts': {
    refuses: ['agents/y', 'sessions/y', 'telling/y', 'drivers/driver', 'transports/y', 'access/y', 'gateway'],
    allows: ['store/askStore', 'log/y', 'clock', 'logger', 'backOff'],
  },
  'log/x.ts': {
    refuses: ['asks/y', 'agents/y', 'sessions/y', 'telling/y', 'drivers/driver', 'transports/y', 'access/y', 'gateway'],
    allows: ['store/y', 'clock'],
  },
  'transports/x.ts': {
    refuses: ['drivers/driver', 'drivers/sdk/y', 'agents/y', 'asks/returning/y', 'store/sqlite/y', 'gateway', 'cli/y'],
    allows: ['sessions/y', 'asks/ledger', 'telling/y', 'log/y'],
  },
  'transports/http/x.ts': {
    refuses: ['drivers/terminal/hooks/y', 'agents/y', 'store/sqlite/y', 'gateway', 'stateDirectory'],
    allows: ['access/y', 'transports/direct', 'telling/y', 'clock', 'logger'],
  },
  'drivers/x.ts': {
    refuses: ['drivers/sdk/y', 'drivers/terminal/y', 'asks/ledger', 'gateway', 'logger'],
    allows: ['drivers/driver', 'drivers/claude/y'],
  },
  'drivers/claude/x.ts': { refuses: ['drivers/sdk/y', 'drivers/terminal/y', 'sessions/y'], allows: ['drivers/driver'] },
  'drivers/sdk/x.ts': {
    refuses: ['drivers/terminal/y', 'asks/y', 'agents/y', 'sessions/y', 'store/y', 'log/y', 'access/y', 'telling/y'],
    allows: ['drivers/driver', 'drivers/claude/y', 'drivers/interactiveTools', 'clock', 'processes', 'backOff'],
  },
  'drivers/terminal/hooks/x.ts': {
    refuses: ['drivers/sdk/y', 'asks/y', 'sessions/y', 'transports/http/y', 'gateway', 'stateDirectory', 'cli/y'],
    allows: ['drivers/driver', 'drivers/claude/y', 'drivers/terminal/keptFiles', 'clock', 'processes'],
  },
  'stateDirectory.ts': {
    refuses: ['drivers/terminal/y', 'asks/y', 'sessions/y', 'log/y', 'access/y', 'transports/y', 'gateway', 'cli/y'],
    allows: ['store/sqlite/sqlite', 'processes'],
  },
  'processes.ts': { refuses: ['drivers/driver', 'gateway'], allows: ['clock'] },
  'turns.ts': { refuses: ['drivers/driver', 'gateway'], allows: ['clock'] },
  'shellWord.ts': { refuses: ['drivers/driver', 'gateway'], allows: ['clock'] },
  'gateway.ts': { refuses: [], allows: ['asks/ledger', 'sessions/y', 'drivers/driver', 'store/sqlite/y', 'log/y'] },
  'cli/x.ts': { refuses: [], allows: ['gateway', 'stateDirectory', 'drivers/terminal/y', 'store/sqlite/y'] },
};

/** Other packages, by what they import. */
const packages = {
  'protocol/src/x.ts': { refuses: ['node:fs', '@beckon/gateway'], allows: ['zod'] },
  'web/src/x.tsx': {
    refuses: ['node:fs', '@beckon/gateway', '@beckon/demo-model'],
    allows: ['@beckon/protocol', 'react'],
  },
  'demo-model/src/x.ts': { refuses: ['@beckon/protocol', '@beckon/gateway'], allows: ['node:http', 'zod'] },
};

/** Drivers are given a clock. */
const ofTime = {
  refuses: [
    `import { setTimeout as sleep } from 'node:timers/promises';`,
    'setTimeout(() => {}, 1);',
    'setInterval(() => {}, 1);',
    'Date.now();',
    'performance.now();',
  ],
  allows: [`import { setImmediate } from 'node:timers/promises';`, 'clock.after(1, () => {});', 'host.now();'],
};

/** By file: the lines that stand in it here, and those of them that have to be refused. */
const trials = new Map<string, { lines: string[]; refused: string[] }>();
for (const [file, { refuses, allows }] of Object.entries(rooms)) {
  const line = (name: string) => `import '${relativeImport(file, `${name}.ts`)}';`;
  trials.set(`packages/gateway/src/${file}`, trial(refuses.map(line), allows.map(line)));
}
for (const [file, { refuses, allows }] of Object.entries(packages)) {
  const line = (name: string) => `import '${name}';`;
  trials.set(`packages/${file}`, trial(refuses.map(line), allows.map(line)));
}
for (const file of ['driver', 'claude/y', 'sdk/y', 'terminal/hooks/y']) {
  trials.set(`packages/gateway/src/drivers/${file}.ts`, trial(ofTime.refuses, ofTime.allows));
}
let found: Map<string, string[]>;

beforeAll(() => {
  found = lint();
});

test.each([...trials.keys()])('%s uses what its room may know, and nothing else', (file) => {
  expect(found.get(file) ?? []).toEqual(trials.get(file)?.refused);
});

test('a package exports what it names, and nothing by the way', () => {
  for (const name of ['gateway', 'protocol']) {
    expect(readFileSync(`${repository}packages/${name}/src/index.ts`, 'utf8')).not.toMatch(/export \*/);
  }
});

function trial(refuses: string[], allows: string[]) {
  return { lines: [...allows, ...refuses], refused: refuses };
}

function relativeImport(file: string, target: string): string {
  const path = posix.relative(dirname(file), target);
  return path.startsWith('.') ? path : `./${path}`;
}

/** The lines that the linter refuses, by file: one run over files that lie where the rooms are. */
function lint(): Map<string, string[]> {
  using folder = tempFolder();
  cpSync(`${repository}.oxlintrc.json`, folder.at('.oxlintrc.json'));
  for (const [file, { lines }] of trials) {
    mkdirSync(dirname(folder.at(file)), { recursive: true });
    writeFileSync(folder.at(file), lines.join('\n'));
  }
  const { diagnostics } = JSON.parse(runLinter(folder.path)) as Report;
  const walls = diagnostics.filter(({ code }) => code.startsWith('eslint(no-restricted-'));
  const places = walls.map(({ filename, labels }) => ({ filename, line: labels[0]?.span.line ?? 0 }));
  return new Map(
    [...trials].map(([file, { lines }]) => {
      const refused = new Set(places.filter(({ filename }) => filename === file).map(({ line }) => line));
      return [file, lines.filter((_, index) => refused.has(index + 1))];
    }),
  );
}

interface Report {
  diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
}

function runLinter(cwd: string): string {
  try {
    return execFileSync(`${repository}node_modules/.bin/oxlint`, ['--format', 'json'], { cwd, encoding: 'utf8' });
  } catch (thrown) {
    // It has found something, which is what it was run for.
    return (thrown as { stdout: string }).stdout;
  }
}
