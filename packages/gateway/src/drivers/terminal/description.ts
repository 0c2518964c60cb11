// What sessions in a terminal can be asked for.
import type { Ability, DriverDescription } from '@beckon/protocol';
import { claudeDescription } from '../claude/modes.ts';

/** What can be done with an agent in a terminal of Beckon's own. */
export const terminalAbilities = [
  'message',
  'images',
  'documents',
  'interrupt',
  'permission_mode',
  'updated_input',
  'pane',
] as const satisfies Ability[];

export const terminalDescription: Omit<DriverDescription, 'name'> = {
  ...claudeDescription,
  title: 'A terminal (tmux)',
  meaning: 'Runs the claude program; attach from any terminal, it outlives Beckon',
  abilities: [...terminalAbilities],
  takesArguments: true,
};
