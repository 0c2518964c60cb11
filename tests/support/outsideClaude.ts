// The real `claude` in a terminal that is none of Beckon's, with the same home: as a person has run it before Beckon was there.
import { scriptedPrompt, type Turn } from '@beckon/demo-model';
import type { AgentStage } from './agentStage.ts';
import { bundledClaude } from './claudeInTmux.ts';
import { eventually, startTmux, type TestTmux } from './terminals.ts';

export class OutsideClaude implements AsyncDisposable {
  readonly #tmux: TestTmux = startTmux();
  readonly #stage: Pick<AgentStage, 'env' | 'cwd'>;

  constructor(stage: Pick<AgentStage, 'env' | 'cwd'>) {
    this.#stage = stage;
  }

  /** Says this, and resolves when the screen shows that. */
  async say(turns: Turn[], shows: string, ...further: string[]): Promise<void> {
    const { env, cwd } = this.#stage;
    await this.#tmux.tmux.start({
      name: 'outside',
      cwd,
      command: [bundledClaude, '--permission-mode', 'default', ...further, scriptedPrompt(turns)],
      environment: { ...env, LANG: 'C.UTF-8' },
    });
    await eventually(async () => {
      const screen = await this.#tmux.tmux.screen('outside');
      if (!screen.includes(shows)) throw new Error(`no ${shows} on\n${screen}`);
    });
  }

  /** As a person does who closes the window. */
  async end(): Promise<void> {
    await this.#tmux.tmux.kill('outside');
    await eventually(async () => {
      if ((await this.#tmux.tmux.list()).length > 0) throw new Error('it still runs');
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { name } of await this.#tmux.tmux.list()) await this.#tmux.tmux.kill(name);
    await this.#tmux[Symbol.asyncDispose]();
  }
}
