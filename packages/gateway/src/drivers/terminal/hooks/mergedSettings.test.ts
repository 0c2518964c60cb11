import { expect, test } from 'vitest';
import { mergedSettings } from './mergedSettings.ts';

const ours = JSON.stringify({ disableAllHooks: false, hooks: { Stop: ['ours'] }, permissions: { deny: ['Read(/b)'] } });

test('what its person gave with --settings stays, and what Beckon needs is added', async () => {
  const given = JSON.stringify({
    model: 'opus',
    disableAllHooks: true,
    hooks: { Stop: ['theirs'], SessionEnd: ['theirs'] },
    permissions: { allow: ['Bash(ls)'], deny: ['Read(/a)'] },
  });
  expect(JSON.parse(await mergedSettings(ours, given, '/'))).toEqual({
    model: 'opus',
    disableAllHooks: false,
    hooks: { Stop: ['theirs', 'ours'], SessionEnd: ['theirs'] },
    permissions: { allow: ['Bash(ls)'], deny: ['Read(/a)', 'Read(/b)'] },
  });
});

test.each(['{broken', 'no-such-file.json'])('%s is refused in a sentence', async (given) => {
  await expect(mergedSettings(ours, given, '/nonexistent')).rejects.toThrow(/Claude cannot use .* JSON object/);
});
