import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { personsHookSwitch } from './hookSwitch.ts';

const isOn = { disableAllHooks: false };

test.each<[string, string | undefined, object]>([
  ['there are none', undefined, isOn],
  ['they say nothing', '{}', isOn],
  ['they are no JSON', '{', isOn],
  ['they turn hooks off', '{"disableAllHooks": true}', {}],
  ['they leave hooks on', '{"disableAllHooks": false}', isOn],
])(
  '[L12] no folder turns the hooks off that guard its person, the person’s own settings do: %s',
  async (_, text, is) => {
    using folder = tempFolder();
    mkdirSync(folder.at('.claude'));
    if (text !== undefined) writeFileSync(folder.at('.claude/settings.json'), text);
    expect(await personsHookSwitch({ HOME: folder.path })).toEqual(is);
    expect(await personsHookSwitch({ HOME: '/nowhere', CLAUDE_CONFIG_DIR: folder.at('.claude') })).toEqual(is);
  },
);
