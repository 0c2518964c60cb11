// The same path weighs the same, wherever the session works.
import { expect, test } from 'vitest';
import { riskOf } from './risk.ts';

test.each([
  ['/home/ana', 'echo x >> ~/.bashrc', 'writes_system'],
  ['/', 'echo x > /etc/hosts', 'writes_system'],
  ['/', 'cp a /home/ana/.zshrc', 'writes_system'],
])('in %s, %j is no less than anywhere else', (cwd, command, code) => {
  const { findings } = riskOf('Bash', { command }, { cwd, home: '/home/ana' });
  expect(findings.map((found) => found.code)).toContain(code);
});

test.each(['/usr/src/app', '/home/ana/.config/tool', '/root/project'])('a session may work in %s', (cwd) => {
  expect(riskOf('Bash', { command: 'echo x > out.txt' }, { cwd, home: '/home/ana' }).level).toBe('low');
});
