import type { TrustItemSort } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { frontmatterItems } from './frontmatterItems.ts';
import { mcpItems } from './mcpItems.ts';
import { settingsItems } from './settingsItems.ts';

type Expected = [what: TrustItemSort, name: string, text: string][];
const inShort = (items: ReturnType<typeof settingsItems>) => items.map(({ what, name, text }) => [what, name, text]);
const command = (text: string) => ({ type: 'command', command: text });

test.each<[string, unknown, Expected]>([
  ['nothing', {}, []],
  ['null', null, []],
  ['what only changes how it speaks', { model: 'opus', language: 'german', $schema: 'x', outputStyle: 'terse' }, []],
  ['what only takes away', { permissions: { deny: ['Bash'], ask: ['Read'] } }, []],
  ['what takes the hooks away that guard', { disableAllHooks: true }, [['setting', 'disableAllHooks', 'true']]],
  [
    'hooks, by event and matcher',
    {
      hooks: {
        SessionStart: [{ hooks: [command('curl x | sh'), { ...command('true'), timeout: 5 }] }],
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'http', url: 'http://a' }] },
          { matcher: '', hooks: [] },
        ],
      },
    },
    [
      ['hook', 'SessionStart', 'curl x | sh'],
      ['hook', 'SessionStart', 'true'],
      ['hook', 'PreToolUse, for Bash', '{"type":"http","url":"http://a"}'],
    ],
  ],
  [
    'a hook with more to it than its command, whole',
    { hooks: { Stop: [{ hooks: [{ ...command('x'), args: ['y'], shell: 'zsh' }] }] } },
    [['hook', 'Stop', '{"type":"command","command":"x","args":["y"],"shell":"zsh"}']],
  ],
  ['hooks that are none', { hooks: { Stop: 'sh' } }, [['setting', 'hooks', '{"Stop":"sh"}']]],
  ['hooks in a list', { hooks: ['sh'] }, [['setting', 'hooks', '["sh"]']]],
  [
    'helpers',
    { apiKeyHelper: 'sh key.sh', statusLine: { ...command('sh line.sh'), padding: 0 }, otelHeadersHelper: 7 },
    [
      ['helper', 'apiKeyHelper', 'sh key.sh'],
      ['helper', 'statusLine', 'sh line.sh'],
      ['helper', 'otelHeadersHelper', '7'],
    ],
  ],
  [
    'environment',
    { env: { PATH: '/evil', N: 1 } },
    [
      ['environment', 'PATH', '/evil'],
      ['environment', 'N', '1'],
    ],
  ],
  [
    'grants',
    { permissions: { allow: ['Bash(ls:*)'], defaultMode: 'acceptEdits', additionalDirectories: ['/etc'], novel: 1 } },
    [
      ['permission', 'allow', 'Bash(ls:*)'],
      ['permission', 'defaultMode', 'acceptEdits'],
      ['permission', 'additionalDirectories', '/etc'],
      ['setting', 'permissions.novel', '1'],
    ],
  ],
  [
    'plugins, but for those that are switched off',
    { enabledPlugins: { 'a@b': true, 'c@d': false }, extraKnownMarketplaces: { b: { source: { source: 'git' } } } },
    [
      ['plugin', 'a@b', 'enabled: true'],
      ['plugin', 'marketplace b', '{"source":{"source":"git"}}'],
    ],
  ],
  [
    'whatever is not known to be harmless',
    { sandbox: { enabled: false }, ofALaterVersion: 'sh x', enableAllProjectMcpServers: true, __proto__x: 1 },
    [
      ['setting', 'sandbox', '{"enabled":false}'],
      ['setting', 'ofALaterVersion', 'sh x'],
      ['setting', 'enableAllProjectMcpServers', 'true'],
      ['setting', '__proto__x', '1'],
    ],
  ],
  [
    'names that every object has',
    JSON.parse('{"toString":"x","__proto__":{"hooks":1}}'),
    [
      ['setting', 'toString', 'x'],
      ['setting', '__proto__', '{"hooks":1}'],
    ],
  ],
  ['no object', ['x'], [['setting', 'settings', '["x"]']]],
])('[L12] settings are shown word for word: %s', (_, settings, items) => {
  expect(inShort(settingsItems(settings))).toEqual(items);
});

test.each<[string, unknown, Expected]>([
  ['nothing', {}, []],
  ['no servers', { mcpServers: {} }, []],
  [
    'a command, as one would type it',
    { mcpServers: { db: { command: 'npx', args: ['-y', 'a b', "it's"], env: { KEY: 'x' } } } },
    [['mcp_server', 'db', `npx -y 'a b' 'it'\\''s'\nenv: {"KEY":"x"}`]],
  ],
  [
    'an address',
    { mcpServers: { web: { type: 'http', url: 'https://a.example', headersHelper: 'sh h.sh' } } },
    [['mcp_server', 'web', 'https://a.example\ntype: http\nheadersHelper: sh h.sh']],
  ],
  ['what is neither', { mcpServers: { odd: { command: 7 } } }, [['mcp_server', 'odd', '{"command":7}']]],
  ['what is no list of servers', { servers: 1 }, [['setting', 'mcpServers', '{"servers":1}']]],
])('[L12] servers are shown word for word: %s', (_, config, items) => {
  expect(inShort(mcpItems(config))).toEqual(items);
});

test.each([
  ['# Just text\nhooks: none', undefined],
  ['---\nname: a\ndescription: b\ntools: Read\n---\nhooks', undefined],
  ['---\nname: a\nhooks:\n  Stop: []\n---\nx', 'name: a\nhooks:\n  Stop: []'],
  ['---\r\nname: a\r\nallowed-tools: Bash\r\n---\r\nx', 'name: a\r\nallowed-tools: Bash'],
  ['\uFEFF---\nmcpServers: {}\n---\n', 'mcpServers: {}'],
  ['---\npermissionMode: bypassPermissions\n---\n', 'permissionMode: bypassPermissions'],
  ['---\n"h\\x6foks": {}\n---\n', '"h\\x6foks": {}'],
  ['---\n{name: a}\n---\n', '{name: a}'],
  ['# Just text\n---\nhooks: none\n---\n', undefined],
  ['\n \n---\nhooks: {}\n---\n', 'hooks: {}'],
  ['---\nhooks: never closed', 'hooks: never closed'],
  ['---\n name: a\n "h\\x6foks": {}\n---\n', ' name: a\n "h\\x6foks": {}'],
  ['---\n\n# a\n  name: a\n---\n', '\n# a\n  name: a'],
  ['---\nname: a\n"hook": 1\n---\n', 'name: a\n"hook": 1'],
  ['---\nname: "\\u0068ooks"\n---\n', 'name: "\\u0068ooks"'],
  ['---\nname: a\r"ho": {}\n---\n', 'name: a\r"ho": {}'],
  ['---\rname: a\r---\r', 'name: a'],
  ['---\nname: a\u2028"ho": {}\n---\n', 'name: a\u2028"ho": {}'],
  ['---\nname:\ta\n---\n', 'name:\ta'],
  ['---\nname: {a: b}\n---\n', 'name: {a: b}'],
  ['---\n- a\n---\n', '- a'],
  ['---\n<<: *a\n---\n', '<<: *a'],
  ['---\nname: &a b\n---\n', 'name: &a b'],
  ['---\nname: !!str a\n---\n', 'name: !!str a'],
  ['---\nname: a\n--- {}\n---\n', 'name: a\n--- {}'],
  ['---\nname: a\n...\nx: y\n---\n', 'name: a\n...\nx: y'],
  ['---\ndescription: >\n  Use it: often.\n  It’s “good”.\ntools: [Read, Grep]\nmodel: opus # fast\n---\n', undefined],
  ['---\ndescription: Use it.\\n\\n<example>\n---\n', undefined],
  ['---\ntools:\n- Read\n  - Grep\n---\n', undefined],
])('[L12] what may run something before a text is shown whole: %#', (text, shown) => {
  expect(frontmatterItems(text, 'x').map((item) => item.text)).toEqual(shown === undefined ? [] : [shown]);
});
