// E-mail through an SMTP server of the person's choice: plain text, nothing attached. Messages about one call refer to the same
// root, so that mail programs show them together.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { NodemailerError } from 'nodemailer';
import type { ChannelConfig } from '@beckon/protocol';
import type { Failure } from '../failures.ts';
import { describeFailure, passing } from '../failures.ts';
import { notSent, reasonText } from '../outcome.ts';
import { oneLine, plainText } from '../plainText.ts';
import type { Call, Sender, Sent } from '../sender.ts';
import type { SenderTools } from './index.ts';

/** For all of it. Mail servers may take their time before they greet. */
const timeoutMs = 20_000;
const longestSubject = 150;
const longestBody = 20_000;

type Config = ChannelConfig<'email'>;

export function emailSender({ outbound, clock }: SenderTools): Sender<'email'> {
  return {
    async send(config, call, signal) {
      const end = new AbortController();
      const cancelLimit = clock.after(timeoutMs, () => end.abort());
      const until = AbortSignal.any([end.signal, signal]);
      try {
        const socket = await outbound.connect(config, until);
        if ('detail' in socket) return until.aborted ? notInTime(config, signal) : notSent(socket);
        return await deliver({ config, call, socket, authorities: outbound.authorities, signal: until });
      } catch (thrown) {
        return until.aborted ? notInTime(config, signal) : notSent(refusalOf(thrown, config));
      } finally {
        cancelLimit();
      }
    },
  };
}

interface Delivery {
  config: Config;
  call: Call;
  socket: Socket;
  authorities: readonly string[] | undefined;
  signal: AbortSignal;
}

async function deliver({ config, call, socket, authorities, signal }: Delivery): Promise<Sent> {
  using _ = { [Symbol.dispose]: () => socket.destroy() };
  const { host, port, security, user, password } = config;
  // Most people have no such channel: it is loaded when the first mail is sent.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(authorities && { tls: { ca: [...authorities] } }),
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    getSocket: (_options, callback) => callback(null, { connection: socket }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { response } = await transport.sendMail({ ...messageOf(config, call), signal });
  return { ok: true, detail: `The mail server took it.${reasonText(response, secretsOf(config))}` };
}

function messageOf({ from, to }: Config, { id, title, body, url }: Call) {
  const root = createHash('sha256').update(id).digest('hex').slice(0, 32);
  const text = [plainText(body, longestBody).trim(), url ?? ''].filter((part) => part !== '').join('\n\n');
  return {
    from: { name: 'Beckon', address: from },
    to: { name: '', address: to },
    subject: oneLine(title, longestSubject) || 'Beckon',
    text: `${text || oneLine(title, longestSubject)}\n`,
    references: `<${root}@beckon.invalid>`,
    // Nobody's holiday notice is to answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
}

/** What the server said no to, or why there was no talking to it. */
function refusalOf(thrown: unknown, config: Config): Failure {
  const { code, command, response, responseCode }: Partial<NodemailerError> = thrown instanceof Error ? thrown : {};
  const where = `${config.host}:${config.port}`;
  const reason = reasonText(response, secretsOf(config));
  const refused = (detail: string): Failure => {
    const mayPass = responseCode !== undefined && responseCode >= 400 && responseCode < 500;
    return { status: undefined, detail: `${detail}${reason}`, mayPass };
  };
  if (code === 'EAUTH') return refused('The mail server does not accept this user and password.');
  if (command === 'STARTTLS' && response !== undefined) return refused(`${where} offers no encryption (STARTTLS).`);
  if (code === 'EENVELOPE') return refused('The mail server does not take mail from this sender to this recipient.');
  if (response !== undefined) return refused('The mail server did not take the message.');
  if (code === 'ETIMEDOUT') return passing(`${where} did not answer in time.`);
  if (code === 'EPROTOCOL') return refused(`What answers at ${where} is no mail server.`);
  if (code === 'ECONNECTION') return passing(`${where} ended the connection before it took the message.`);
  return describeFailure(thrown, { host: config.host, where });
}

function notInTime({ host, port }: Config, signal: AbortSignal): Sent {
  if (signal.aborted) return notSent(passing('It was called off before the mail server had taken it.'));
  return notSent(passing(`${host}:${port} did not take it within ${timeoutMs / 1000} seconds.`));
}

/** Also as they are sent: together, in base64. */
function secretsOf({ user, password }: Config): string[] {
  if (password === undefined) return [];
  return [password, `\u0000${user ?? ''}\u0000${password}`];
}
