// A person at the terminal itself.
import { expect } from 'vitest';
import type { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';
import type { Key } from '../../packages/gateway/src/drivers/terminal/tmux/typing.ts';
import { pressKey } from '../../packages/gateway/src/drivers/terminal/tmux/typing.ts';

const question = 'Do you want to proceed?';

export async function seesDialog(tmux: Tmux, name: string): Promise<void> {
  await expect.poll(() => tmux.screen(name), { timeout: 20_000 }).toContain(question);
}

/** Answers the dialog with a key; the agent does not take one at the very moment at which its dialog appears. */
export async function answersDialog(tmux: Tmux, name: string, key: Key): Promise<void> {
  await seesDialog(tmux, name);
  const pressAgain = async () => {
    const isOpen = (await tmux.screen(name)).includes(question);
    if (isOpen) await pressKey(tmux, name, key);
    return isOpen;
  };
  await expect.poll(pressAgain, { timeout: 10_000, interval: 700 }).toBe(false);
}
