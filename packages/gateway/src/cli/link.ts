// `beckon link`: asks the running gateway for a one-time link.
import { LoginCode } from '@beckon/protocol';
import { postTo } from './connect.ts';

export async function link(stateDir: string): Promise<void> {
  const { url } = LoginCode.parse(await postTo(stateDir, '/api/login-codes'));
  process.stdout.write(`${url}\n`);
}
