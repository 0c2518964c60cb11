// What sessions on the Agent SDK can be asked for.
import type { Ability, DriverDescription } from '@beckon/protocol';
import { claudeDescription } from '../claude/modes.ts';

/** What can be done with every agent on the SDK. */
export const sdkAbilities = [
  'message',
  'images',
  'documents',
  'interrupt',
  'permission_mode',
  'model',
  'updated_input',
] as const satisfies Ability[];

export const sdkDescription: Omit<DriverDescription, 'name'> = {
  ...claudeDescription,
  title: 'Beckon (SDK)',
  meaning: 'Beckon runs the agent itself, through the Agent SDK',
  abilities: [...sdkAbilities],
  takesArguments: false,
};
