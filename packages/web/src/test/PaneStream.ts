// One watch of a pane, which a test feeds, cuts or ends by hand.
import type { BeckonError, PaneEvent } from '@beckon/protocol';

type Step = { event: PaneEvent } | { error: BeckonError } | 'end';

export class PaneStream {
  isOpen = true;
  readonly #steps: Step[] = [];
  #wake: () => void = () => undefined;

  emit(...events: PaneEvent[]): void {
    for (const event of events) this.#add({ event });
  }

  fail(error: BeckonError): void {
    this.#add({ error });
  }

  end(): void {
    this.#add('end');
  }

  async *read(signal?: AbortSignal): AsyncGenerator<PaneEvent> {
    signal?.addEventListener('abort', () => this.end());
    try {
      for (;;) {
        const step = this.#steps.shift();
        if (step === 'end') return;
        if (step && 'error' in step) throw step.error;
        if (step) yield step.event;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.isOpen = false;
    }
  }

  #add(step: Step): void {
    this.#steps.push(step);
    this.#wake();
  }
}
