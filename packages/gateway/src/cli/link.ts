// `beckon link`: asks the running gateway for a one-time link.
import { readFileSync } from 'node:fs';
import { BeckonError, LoginCode } from '@beckon/protocol';
import { runningGateway, tokenPath } from '../stateDirectory.ts';

export async function link(stateDir: string): Promise<void> {
  const gateway = await runningGateway(stateDir);
  if (!gateway) throw new BeckonError('unreachable', `No gateway runs on ${stateDir}. Start one with: beckon serve`);
  const token = readFileSync(tokenPath(stateDir), 'utf8').trim();
  const response = await fetch(`${gateway.url}/api/login-codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  }).catch((cause: unknown) => {
    throw new BeckonError('unreachable', `The gateway at ${gateway.url} does not answer. Is it running?`, { cause });
  });
  const { url } = LoginCode.parse(await response.json());
  process.stdout.write(`${url}\n`);
}
