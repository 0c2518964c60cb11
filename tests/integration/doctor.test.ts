// `beckon doctor` and `beckon pair` on a gateway that speaks HTTPS and has a proxy in front, each a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LoginCodeState } from '@beckon/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { main, startBeckon } from '../support/beckon.ts';
import type { CertificateOnDisk } from '../support/certificates.ts';
import { writeCertificate } from '../support/certificates.ts';
import { runBeckon } from '../support/commandLine.ts';
import { pressLink } from '../support/signedIn.ts';
import { tempFolder } from '../support/tempFolder.ts';

interface Report {
  ok: boolean;
  checks: { about: string; level: string; text: string }[];
}

function environment(stateDir: string, authorityPath?: string) {
  return {
    PATH: process.env['PATH'],
    HOME: join(stateDir, 'home'),
    BECKON_STATE_DIR: stateDir,
    ...(authorityPath !== undefined && { NODE_EXTRA_CA_CERTS: authorityPath }),
  };
}

async function examine(stateDir: string, authorityPath?: string): Promise<Report & { code: number }> {
  const { code, stdout } = await runBeckon(['doctor', '--json'], { env: environment(stateDir, authorityPath) });
  return { code, ...(JSON.parse(stdout) as Report) };
}
const told = ({ checks }: Report, about: string) =>
  checks.filter((check) => check.about === about).map(({ level, text }) => `${level}: ${text}`);

/** A proxy with TLS, as Caddy is; it leads to where it is told. */
async function startProxy({ cert, key }: CertificateOnDisk) {
  let target = '';
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const passed = request(new URL(url, target), { method, headers, agent: false }, (reply: IncomingMessage) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (url: string) => void (target = url),
  };
}

test('says of each address whether it leads to this gateway, and until when its certificate is good', async () => {
  using folder = tempFolder();
  const made = writeCertificate(folder, { hosts: ['localhost'] });
  const proxy = await startProxy(made);
  await using beckon = await startBeckon({
    arguments: ['--public-url', proxy.url, '--tls-cert', made.certPath, '--tls-key', made.keyPath],
  });
  await using other = await startBeckon({ arguments: ['--public-url', proxy.url] });
  const secured = beckon.url.replace('http://127.0.0.1', 'https://localhost');
  const { stateDir } = beckon;
  expect(beckon.printed).toContain(`${proxy.url}  through your proxy: everything works`);

  proxy.leadTo(beckon.url);
  const well = await examine(stateDir, made.authorityPath);
  const until = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  const withCertificate = `leads here, with a certificate that is good until ${until}.`;
  expect(told(well, 'address')).toEqual([
    `ok: ${beckon.url} leads here.`,
    `ok: ${secured} ${withCertificate}`,
    `ok: ${proxy.url} ${withCertificate}`,
  ]);
  expect([told(well, 'phone'), told(well, 'state directory')]).toEqual([
    [`ok: Pair a phone with “beckon pair”: it reaches ${proxy.url}.`],
    [`ok: ${stateDir} is open to nobody else.`],
  ]);
  expect([well.ok, well.code]).toEqual([true, 0]);

  const distrusting = await examine(stateDir);
  expect(told(distrusting, 'address')).toContain(
    `problem: ${proxy.url} leads here, but its certificate was signed by an authority that this machine does not trust.`,
  );
  expect([distrusting.ok, distrusting.code]).toEqual([false, 1]);

  proxy.leadTo(other.url);
  expect(told(await examine(stateDir, made.authorityPath), 'address')).toContain(
    `problem: ${proxy.url} leads to another gateway than this one.`,
  );
  await other.stop();
  chmodSync(stateDir, 0o755);
  const broken = await examine(stateDir, made.authorityPath);
  expect(told(broken, 'address')[2]).toMatch(
    /^problem: .* is answered by something other than a gateway \(status 502\)/,
  );
  expect(told(broken, 'state directory')[0]).toMatch(/^problem: .* can be read by other users/);

  await beckon.stop();
  expect(told(await examine(stateDir), 'gateway')).toEqual([
    `problem: No gateway runs on ${stateDir}. Start one with: beckon serve`,
  ]);
});

test('`pair` prints a link for the best address, waits, and says who used it', async () => {
  await using beckon = await startBeckon({ arguments: ['--public-url', 'https://beckon.example'] });
  const child = spawn(process.execPath, [main, 'pair', '--json', '--name', 'Phone'], {
    env: environment(beckon.stateDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { url } = JSON.parse(String((await lines.next()).value)) as { url: string };
  expect(url).toMatch(/^https:\/\/beckon\.example\/login\?code=/);
  const exited = once(child, 'exit');
  await pressLink(url.replace('https://beckon.example', beckon.url), 'https://beckon.example');
  expect(LoginCodeState.parse(JSON.parse(String((await lines.next()).value)))).toMatchObject({
    state: 'used',
    device: { name: 'Phone' },
  });
  expect(await exited).toEqual([0, null]);
});

test('`pair` says what is missing where no phone can reach the gateway', async () => {
  await using beckon = await startBeckon();
  const { code, stderr } = await runBeckon(['pair'], { env: environment(beckon.stateDir) });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('it listens on this machine alone. Start it with --host'),
  ]);
});

test.each([
  [['--tls-cert', '/nowhere/cert.pem'], '--tls-cert was given without --tls-key. They go together.'],
  [['--tls-cert', '/nowhere/cert.pem', '--tls-key', '/nowhere/key.pem'], 'The certificate cannot be read from'],
  [['--public-url', 'beckon.example'], 'It must be like https://beckon.example'],
  [['--trusted-proxy', 'caddy'], 'It must be an IP address'],
])('does not start with %j, and says why in a sentence', async (args, words) => {
  using folder = tempFolder();
  const env = { ...environment(folder.at('state')), BECKON_PORT: '0' };
  const { code, stderr } = await runBeckon(['--demo', '--no-open', ...args], { env });
  expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
});
