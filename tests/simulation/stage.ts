// One ask in a calm world, brought to a phase of its life, met by one fault, and followed to its end.
import type { Ask } from '@beckon/protocol';
import { setImmediate } from 'node:timers/promises';
import { windDown } from './ending.ts';
import { checkStep } from './invariants.ts';
import type { SimAgent } from './simAgent.ts';
import type { SimClient } from './simClient.ts';
import type { Temper } from './temper.ts';
import { calm } from './temper.ts';
import { World } from './world.ts';

export class Stage {
  readonly world: World;

  constructor(temper: Partial<Temper> = {}) {
    this.world = new World(1, { temper: { ...calm, ...temper } });
  }

  get agent(): SimAgent {
    return this.world.agents.at(-1)!;
  }

  get client(): SimClient {
    return this.world.clients[0]!;
  }

  /** The ask that it is all about. */
  get ask(): Ask | undefined {
    return this.world.disk.asks()[0];
  }

  /** Goes on until it is so, with some things held up. */
  async until(isSo: () => boolean, heldUp: RegExp = /^$/): Promise<void> {
    for (let step = 0; !isSo(); step++) {
      if (step > 200)
        throw new Error(`it never came to that; the last steps:\n${this.world.trace.slice(-20).join('\n')}`);
      const done = this.world.agenda.doOldest((what) => heldUp.test(what));
      if (done === undefined) this.world.clock.pass(60_000);
      await this.settleDown();
    }
  }

  /** An agent waits with the first call, and will make no other. */
  async waiting(): Promise<void> {
    await this.until(() => this.agent?.waits.size === 1);
    this.world.isWindingDown = true;
  }

  /** The device shows the ask, and its person approves it. */
  approve(): void {
    this.client.read();
    this.client.press(this.ask!, { type: 'approve' });
  }

  async answered(): Promise<void> {
    this.approve();
    await this.until(() => this.ask?.state === 'answered', /agent/);
  }

  /** For a while, with the fault in place. */
  async goOn(): Promise<void> {
    for (let step = 0; step < 30; step++) {
      if (this.world.agenda.doOldest() === undefined) this.world.clock.pass(1000);
      await this.settleDown();
    }
  }

  /** Whatever can be made good again is. */
  recover(): void {
    this.world.disk.heal();
    this.world.areStartsFailing = false;
  }

  async finish(): Promise<void> {
    await windDown(this.world, { settleDown: () => this.settleDown(), answer: () => ({ type: 'approve' }) });
    if (this.world.violation) throw this.world.violation;
  }

  async settleDown(): Promise<void> {
    await setImmediate();
    checkStep(this.world);
    if (this.world.violation) throw this.world.violation;
  }
}
