// What a desk is told about asks of subagents: while a hook waits with one, `claude` shows no dialog of its own for it.

/** In the last line of a terminal of Beckon's. */
export function waitingWords(count: number): string {
  return count === 1 ? '1 ask of a subagent waits in Beckon' : `${count} asks of subagents wait in Beckon`;
}

/**
 * In a terminal that is not Beckon's a hook can say something when a prompt comes and when a turn ends, and at no other time.
 * So its person is told where to look as soon as subagents work in the background, before the first of them asks.
 */
export class DeskNote {
  #last: string | undefined;

  /** `background`: how many subagents work there. Where nothing waits the same is not said twice. */
  next({ waiting, background }: { waiting: number; background: number }): string | undefined {
    const note = waiting > 0 ? `${waitingWords(waiting)}.` : background > 0 ? comingWords : undefined;
    const isSaid = note === this.#last && waiting === 0;
    this.#last = note;
    return isSaid ? undefined : note;
  }
}

const comingWords = 'What subagents ask while they work in the background waits in Beckon, not here.';
