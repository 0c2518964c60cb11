// `beckon claude` is a drop-in for `claude`: a table of claude's own arguments, run both ways, with the same effect.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ended, Person } from '../support/commandLine.ts';
import { DropInStage, type Way, ways } from '../support/dropIn.ts';

let stage: DropInStage;
beforeAll(async () => {
  // What their person has set must hold: Beckon passes nothing that overrides it.
  stage = await DropInStage.open({ model: 'claude-of-settings', permissions: { defaultMode: 'plan' } });
});
afterAll(() => stage[Symbol.asyncDispose]());

async function bothWays<T>(run: (way: Way) => Promise<T>): Promise<[T, T]> {
  const [plain, ours] = await Promise.all(ways.map(run));
  return [plain!, ours!];
}

describe('in a script it runs as it stands', () => {
  const rows: [name: string, args: string[], input?: string][] = [
    ['the version', ['--version']],
    ['the version, in short', ['-v']],
    ['the help', ['--help']],
    ['a prompt', ['-p', 'hi']],
    ['a prompt, as JSON', ['-p', '--output-format', 'json', 'hi']],
    ['a prompt from a pipe', ['-p'], 'hi'],
    ['a pipe alone', [], 'hi'],
    ['a prompt with neither flag nor terminal', ['hi']],
    ['another model', ['-p', '--model', 'claude-of-arguments', 'hi']],
    ['going on', ['-cp', 'and then?']],
    ['a conversation that is not there', ['-p', '--resume', 'nope', 'hi']],
    ['its MCP servers', ['mcp', 'list']],
    ['an MCP server that is not there', ['mcp', 'get', 'nope']],
    ['its health', ['doctor']],
    ['a word that once was a command', ['config']],
    ['an option that it does not have', ['--nonsense']],
    ['a mode that it does not have', ['--permission-mode', 'wild', '-p', 'hi']],
  ];

  test.each(rows)('%s: %j', async (_, args, input) => {
    const [plain, ours] = await bothWays(async (way) => comparable(await stage.run(way, args, input), way));
    expect(ours).toEqual(plain);
    expect(plain.stdout + plain.stderr).not.toBe('');
  });

  /** Without what differs from one run of the same program to the next. */
  function comparable({ code, stdout, stderr }: Ended, way: Way): Ended {
    const clean = (text: string) =>
      text
        .replaceAll(stage.env(way)['HOME'] ?? '', '~')
        .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
        // Times, and what the length of the home's path adds to the tokens and their cost.
        .replaceAll(/"(\w*ms|\w*tokens|\w*cost\w*)":[\d.]+/gi, '"$1":0');
    return { code, stdout: clean(stdout), stderr: clean(stderr) };
  }
});

/** What was seen of one run at a terminal. */
interface Seen {
  model: string | undefined;
  mode: string | undefined;
  exitCode: number;
}

describe('at a terminal', () => {
  const first: Partial<Record<Way, string>> = {};

  test('with no arguments: its person’s own model and mode, and the exit code', async () => {
    const [plain, ours] = await bothWays(async (way) => {
      const mark = `first words ${way}`;
      const before = stage.conversations(way);
      await using person = await stage.sit(way, []);
      await person.sees(/^❯/m);
      await person.press('-l', mark);
      await person.sees(new RegExp(`❯\\s${mark}`));
      await person.press('Enter');
      const seen = await conversation(person, mark);
      first[way] = stage.conversations(way).find((id) => !before.includes(id)) ?? '';
      return { ...seen, exitCode: await leave(person) };
    });
    expect(ours).toEqual(plain);
    expect(plain).toEqual({ model: 'claude-of-settings', mode: 'plan mode on', exitCode: 0 });
  });

  test('with many arguments: each has the effect that it has', async () => {
    const [plain, ours] = await bothWays(async (way) => {
      const id = randomUUID();
      const out = stage.folder.at(`other/${way === 'claude' ? 'plain' : 'ours'}`);
      const told = `printf '%s|%s|%s|%s' "$PWD" "$CALLERS_OWN" "$FROM_SETTINGS" "$PATH" > ${out}`;
      const mark = `second words ${way}`;
      const prompt = `${mark}\n${scriptedPrompt([{ blocks: [call('Bash', { command: told })] }, { blocks: [say('Told.')] }])}`;
      const options = {
        '--model': ['claude-of-arguments'],
        '--permission-mode': ['acceptEdits'],
        '--append-system-prompt': ['Speak like a sailor.'],
        '--add-dir': ['../other'],
        '--allowedTools': ['Bash'],
        '--disallowedTools': ['WebSearch'],
        '--settings': ['{"env": {"FROM_SETTINGS": "of settings"}}'],
        '--session-id': [id],
        '--name': ['By any name'],
      };
      const args = Object.entries(options).flatMap(([name, values]) => [name, ...values]);
      await using person = await stage.sit(way, [...args, prompt], stage.folder.at('work/sub'));
      const trusted = await trust(person);
      await person.sees(/Told\./);
      const { model, mode } = await conversation(person, mark);
      const [request] = stage.requestsWith(mark).filter(({ tools }) => tools.length > 0);
      const seen = {
        model,
        mode,
        trusted,
        told: readFileSync(out, 'utf8'),
        speaksLikeASailor: JSON.stringify(request?.system).includes('Speak like a sailor.'),
        knowsOther: JSON.stringify([request?.system, request?.messages]).includes(stage.folder.at('other')),
        canSearch: request?.tools.some(({ name }) => name === 'WebSearch'),
        isNamedById: stage.conversations(way).includes(id),
        isCalled: (await person.screen()).includes('By any name'),
      };
      return { ...seen, exitCode: await leave(person) };
    });
    expect(ours).toEqual(plain);
    expect(plain).toMatchObject({
      model: 'claude-of-arguments',
      mode: 'accept edits on',
      told: `${stage.folder.at('work/sub')}|as it was|of settings|${stage.env('claude')['PATH']}`,
      speaksLikeASailor: true,
      isNamedById: true,
    });
  });

  test('`--resume ID` goes on with that conversation, under its id', async () => {
    const [plain, ours] = await bothWays((way) => goOn(way, ['--resume', first[way] ?? ''], 'third words'));
    expect(ours).toEqual(plain);
    expect(plain).toMatchObject({ remembers: ['first words'], newConversations: 0, exitCode: 0 });
    const { sessions } = await stage.beckon.transport.listSessions();
    expect(sessions.filter(({ conversationId }) => conversationId === first['beckon claude'])).not.toEqual([]);
  });

  test('`-c --fork-session` goes on with the last one, as another', async () => {
    const [plain, ours] = await bothWays((way) => goOn(way, ['-c', '--fork-session'], 'fourth words'));
    expect(ours).toEqual(plain);
    expect(plain).toMatchObject({ remembers: ['first words', 'third words'], newConversations: 1 });
  });

  test('`-c` goes on with the last one', async () => {
    const [plain, ours] = await bothWays((way) => goOn(way, ['--continue', '--verbose'], 'fifth words'));
    expect(ours).toEqual(plain);
    expect(plain).toMatchObject({ remembers: ['first words', 'third words', 'fourth words'], newConversations: 0 });
  });

  test('`--resume` alone lets its person pick', async () => {
    const [plain, ours] = await bothWays(async (way) => {
      await using person = await stage.sit(way, ['--resume']);
      await person.sees(/Resume session/);
      await person.sees(/(first|fifth) words/);
      await person.press('Escape');
      return { exitCode: await person.exitCode() };
    });
    expect(ours).toEqual(plain);
  });

  test('an option that it does not have: its own words, and its exit code', async () => {
    const [plain, ours] = await bothWays(async (way) => {
      await using person = await stage.sit(way, ['--nonsense']);
      const exitCode = await person.exitCode();
      return { exitCode, words: /error: unknown option '--nonsense'/.exec(await person.screen())?.[0] };
    });
    expect(ours).toEqual(plain);
    expect(plain).toEqual({ exitCode: 1, words: "error: unknown option '--nonsense'" });
  });
});

/** The folder below is not known to `claude` yet: it asks, right there. */
async function trust(person: Person): Promise<boolean> {
  const screen = await person.sees(/Yes, I trust this folder|Told\./);
  if (screen.includes('Told.')) return false;
  await person.press('Enter');
  return true;
}

/** Once the agent has said all that it had to say about these words. */
async function conversation(person: Person, mark: string): Promise<Pick<Seen, 'model' | 'mode'>> {
  const modes = /(plan mode on|accept edits on|auto mode on)/;
  await expect.poll(() => stage.requestsWith(mark).length).toBeGreaterThan(0);
  const screen = await person.sees(new RegExp(`${mark}[\\s\\S]*✻ \\S+ for \\d`));
  const request = stage.requestsWith(mark).find(({ tools }) => tools.length > 0);
  return { model: request?.model, mode: modes.exec(screen)?.[1] };
}

async function goOn(way: Way, args: string[], words: string) {
  const mark = `${words} ${way}`;
  const before = stage.conversations(way);
  await using person = await stage.sit(way, [...args, mark]);
  const seen = await conversation(person, mark);
  const said = JSON.stringify(stage.requestsWith(mark).find(({ tools }) => tools.length > 0)?.messages);
  const earlier = ['first words', 'second words', 'third words', 'fourth words'];
  const newConversations = stage.conversations(way).filter((id) => !before.includes(id)).length;
  const remembers = earlier.filter((each) => each !== words && said.includes(`${each} ${way}`));
  return { ...seen, remembers, newConversations, exitCode: await leave(person) };
}

/** As people leave; the agent does not take it at every moment. */
async function leave(person: Person): Promise<number> {
  const tryToLeave = async () => {
    const screen = await person.screen();
    if (/ended with/.test(screen)) return screen;
    if (/^❯\s\/exit\s*$/m.test(screen)) await person.press('Enter');
    else {
      await person.press('C-u');
      await person.press('-l', '/exit');
    }
    return screen;
  };
  await expect.poll(tryToLeave, { timeout: 20_000, interval: 500 }).toMatch(/ended with/);
  return person.exitCode();
}
