// `claude` itself and `beckon claude` side by side: the same arguments, folder, environment and settings, each in a home of
// its own, on one model, with a real gateway for the latter.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoModel, ReceivedRequest } from '@beckon/demo-model';
import { startDemoModel } from '@beckon/demo-model';
import { type Beckon, main, startBeckon } from './beckon.ts';
import { madeUpKey, seedClaudeHome } from './claudeHome.ts';
import { bundledClaude } from './claudeInTmux.ts';
import { atTerminal, type Ended, type Person, runToEnd } from './commandLine.ts';
import { tempFolder, type TempFolder } from './tempFolder.ts';
import { startTmux, type TestTmux } from './terminals.ts';

/** How it is run. */
export type Way = 'claude' | 'beckon claude';
export const ways: readonly Way[] = ['claude', 'beckon claude'];

/** To somebody with a mode of their own, `claude` offers another one after the first turn. */
const offersNothing = { hasSeenAutoDefaultNudge: true };

export class DropInStage implements AsyncDisposable {
  readonly folder: TempFolder;
  readonly model: DemoModel;
  readonly cwd: string;
  readonly beckon: Beckon;
  readonly terminals: TestTmux = startTmux();

  static async open(settings: object): Promise<DropInStage> {
    const folder = tempFolder();
    const model = await startDemoModel();
    const state = folder.at('state');
    // The gateway's home is the one of its sessions.
    for (const home of [folder.at('home'), join(state, 'home')]) {
      mkdirSync(join(home, '.claude/projects'), { recursive: true, mode: 0o700 });
      seedClaudeHome(home, folder.at('work'));
      writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings));
      const seed = JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8')) as object;
      writeFileSync(join(home, '.claude.json'), JSON.stringify({ ...seed, ...offersNothing }));
    }
    return new DropInStage(folder, model, await startBeckon({ modelUrl: model.url, stateDir: state }));
  }

  private constructor(folder: TempFolder, model: DemoModel, beckon: Beckon) {
    this.folder = folder;
    this.model = model;
    this.beckon = beckon;
    this.cwd = folder.at('work');
    for (const name of ['work/sub', 'bin', 'other']) mkdirSync(folder.at(name), { recursive: true });
    symlinkSync(bundledClaude, folder.at('bin/claude'));
  }

  /** With a variable of the caller's own. */
  env(way: Way): Record<string, string> {
    const home = way === 'claude' ? this.folder.at('home') : join(this.folder.at('state'), 'home');
    return {
      PATH: `${this.folder.at('bin')}:${process.env['PATH']}`,
      HOME: home,
      LANG: 'C.UTF-8',
      CALLERS_OWN: 'as it was',
      ANTHROPIC_BASE_URL: this.model.url,
      ANTHROPIC_API_KEY: madeUpKey,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1',
      ...(way === 'beckon claude' && { BECKON_STATE_DIR: this.folder.at('state') }),
    };
  }

  program(way: Way, args: readonly string[]): [string, ...string[]] {
    return way === 'claude' ? ['claude', ...args] : [process.execPath, main, 'claude', ...args];
  }

  /** At a terminal. */
  sit(way: Way, args: readonly string[], cwd = this.cwd): Promise<Person> {
    const program = this.program(way, args);
    return atTerminal(program, { env: this.env(way), cwd, terminals: this.terminals });
  }

  /** In a script. */
  run(way: Way, args: readonly string[], input?: string): Promise<Ended> {
    const [program, ...rest] = this.program(way, args);
    const file = program === 'claude' ? this.folder.at('bin/claude') : program;
    return runToEnd([file, ...rest], { env: this.env(way), cwd: this.cwd, ...(input !== undefined && { input }) });
  }

  /** What the model was asked in a conversation in which this was said. */
  requestsWith(mark: string): ReceivedRequest[] {
    return this.model.requests.filter((request) => JSON.stringify(request.messages).includes(mark));
  }

  /** The ids of the conversations that are kept of the working folder. */
  conversations(way: Way): string[] {
    const projects = join(this.env(way)['HOME'] ?? '', '.claude/projects');
    return readdirSync(projects, { recursive: true, encoding: 'utf8' }).flatMap(
      (path) => /^[^/]*\/([\w-]{36})\.jsonl$/.exec(path)?.[1] ?? [],
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminals[Symbol.asyncDispose]();
    await this.beckon[Symbol.asyncDispose]();
    await this.model.close();
    this.folder[Symbol.dispose]();
  }
}
