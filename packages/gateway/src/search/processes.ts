// The processes that search works in, as the gateway sees them: started when there is something to do, ended when there is not.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Added, FindReply, FindWork, FoundPage, IndexNews, IndexWork } from './work.ts';

/** Little memory: what is read goes on at once. */
const indexing = { name: 'index', execArgv: ['--max-semi-space-size=2', '--max-old-space-size=128'] };
const finding = { name: 'find', execArgv: ['--max-semi-space-size=4', '--max-old-space-size=256'] };

export interface RunningPass {
  /** Resolves when the process is gone, whatever ended it. */
  ended: Promise<void>;
  kill(): void;
}

export function startPass(work: IndexWork, onNews: (news: IndexNews) => void): RunningPass {
  const child = start(indexing);
  child.on('message', (news) => onNews(news as IndexNews));
  child.send(work);
  return { ended: endOf(child), kill: () => void child.kill('SIGKILL') };
}

type Asked = FindWork extends infer Work ? (Work extends FindWork ? Omit<Work, 'id'> : never) : never;

export class Finder {
  readonly #child: ChildProcess;
  readonly ended: Promise<void>;
  readonly #waiting = new Map<number, (result: FindReply['result']) => void>();
  #last = 0;

  constructor() {
    this.#child = start(finding);
    this.#child.on('message', (reply) => {
      const { id, result } = reply as FindReply;
      this.#settle(id, result);
    });
    this.ended = this.#end();
  }

  async #end(): Promise<void> {
    await endOf(this.#child);
    for (const id of this.#waiting.keys()) this.#settle(id, undefined);
  }

  /** Undefined where there is no index, or it could not be used. */
  async ask(work: Asked): Promise<FoundPage | Added | undefined> {
    if (!this.#child.connected) return undefined;
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ ...work, id }, (error) => error && this.#settle(id, undefined));
    });
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #settle(id: number, result: FindReply['result']): void {
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }
}

function start({ name, execArgv }: typeof indexing): ChildProcess {
  const { PATH, TZ, TMPDIR } = process.env;
  const child = fork(script(), [name], {
    execArgv,
    // It needs nothing of what the gateway knows.
    env: { ...(PATH && { PATH }), ...(TZ && { TZ }), ...(TMPDIR && { TMPDIR }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // One that cannot be started has ended.
  child.on('error', () => undefined);
  return child;
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** What the compiler has made of it, also for a gateway that runs from its sources in a test. */
function script(): string {
  const here = fileURLToPath(new URL('./searchProcess.js', import.meta.url));
  return import.meta.url.endsWith('.ts') ? here.replace(/src(?=[\\/]search[\\/]searchProcess\.js$)/, 'dist') : here;
}
