// A mail server's behaviour over real sockets: TLS from the first byte, STARTTLS or none, sign-in, and replies as a test wants
// them. What it has taken it keeps, as it came.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

export interface SmtpServer extends AsyncDisposable {
  port: number;
  mails: ReceivedMail[];
  /** Every command that came, with whether it came encrypted. */
  commands: { line: string; isEncrypted: boolean }[];
}

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text, line breaks as `\n`. */
  data: string;
  isEncrypted: boolean;
  /** Who had signed in. */
  user: string | undefined;
}

export interface SmtpServerOptions {
  security?: 'tls' | 'starttls' | 'none';
  certificate?: { cert: string; key: string };
  /** Without these nobody signs in. */
  user?: string;
  password?: string;
  /** Replies in place of the usual ones, by the first word of a command; `greeting` for what is said first. */
  replies?: Record<string, string | ((line: string) => string | undefined)>;
}

export async function smtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const { security = 'none', certificate } = options;
  const mails: ReceivedMail[] = [];
  const commands: SmtpServer['commands'] = [];
  const sockets = new Set<Socket>();
  const secureContext = certificate && createSecureContext(certificate);
  const secured = (socket: Socket) =>
    new TLSSocket(socket, { isServer: true, ...(secureContext && { secureContext }) });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const talk = new Conversation({ options, mails, commands, secured });
    talk.over(security === 'tls' ? secured(socket) : socket, security === 'tls');
    talk.say('greeting', '220 mail.example ESMTP');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    commands,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface House extends Pick<SmtpServer, 'mails' | 'commands'> {
  options: SmtpServerOptions;
  secured: (socket: Socket) => TLSSocket;
}

class Conversation {
  readonly #house: House;
  #socket: Socket | undefined;
  #isEncrypted = false;
  #user: string | undefined;
  #envelope = { from: '', to: [] as string[] };
  #rest = '';
  #isData = false;

  constructor(house: House) {
    this.#house = house;
  }

  over(socket: Socket, isEncrypted: boolean): void {
    this.#socket = socket;
    this.#isEncrypted = isEncrypted;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => this.#take(chunk.toString()));
  }

  /** The usual reply, unless the test wants another one. */
  say(about: string, usual: string, line = ''): void {
    const wanted = this.#house.options.replies?.[about];
    const text = (typeof wanted === 'function' ? wanted(line) : wanted) ?? usual;
    if (text !== '') this.#socket?.write(`${text}\r\n`);
  }

  #take(text: string): void {
    this.#rest += text;
    for (;;) {
      const mark = this.#isData ? '\r\n.\r\n' : '\r\n';
      const end = this.#rest.indexOf(mark);
      if (end < 0) return;
      const taken = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + mark.length);
      if (this.#isData) this.#store(taken);
      else this.#obey(taken);
    }
  }

  #store(data: string): void {
    this.#isData = false;
    const text = data.replaceAll('\r\n', '\n').replaceAll('\n..', '\n.');
    this.#house.mails.push({ ...this.#envelope, data: text, isEncrypted: this.#isEncrypted, user: this.#user });
    this.#envelope = { from: '', to: [] };
    this.say('.', '250 2.0.0 Ok: queued as 4F2A1');
  }

  #obey(line: string): void {
    this.#house.commands.push({ line, isEncrypted: this.#isEncrypted });
    const [word = ''] = line.toUpperCase().split(' ');
    switch (word) {
      case 'EHLO':
        return this.say(word, this.#extensions().join('\r\n'), line);
      case 'STARTTLS':
        return this.#startTls();
      case 'AUTH':
        return this.#signIn(line);
      case 'MAIL':
        this.#envelope.from = addressIn(line);
        return this.say(word, '250 2.1.0 Ok', line);
      case 'RCPT':
        this.#envelope.to.push(addressIn(line));
        return this.say(word, '250 2.1.5 Ok', line);
      case 'DATA':
        this.#isData = this.#house.options.replies?.[word] === undefined;
        return this.say(word, '354 End data with <CR><LF>.<CR><LF>', line);
      case 'QUIT':
        this.say(word, '221 2.0.0 Bye', line);
        return void this.#socket?.end();
      default:
        return this.say(word, '502 5.5.2 Error: command not recognized', line);
    }
  }

  #extensions(): string[] {
    const { security, user } = this.#house.options;
    const offers = [
      'mail.example',
      ...(security === 'starttls' && !this.#isEncrypted ? ['STARTTLS'] : []),
      ...(user === undefined ? [] : ['AUTH PLAIN LOGIN']),
      '8BITMIME',
    ];
    return offers.map((offer, index) => `250${index === offers.length - 1 ? ' ' : '-'}${offer}`);
  }

  #startTls(): void {
    if (this.#house.options.security !== 'starttls')
      return this.say('STARTTLS', '502 5.5.1 Error: command not implemented');
    const plain = this.#socket;
    if (!plain) return;
    this.say('STARTTLS', '220 2.0.0 Ready to start TLS');
    plain.removeAllListeners('data');
    this.#rest = '';
    this.over(this.#house.secured(plain), true);
  }

  #signIn(line: string): void {
    const { user, password } = this.#house.options;
    const [, name, given] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
      .toString()
      .split('\u0000');
    const isRight = name === user && given === password;
    if (isRight) this.#user = name;
    this.say('AUTH', isRight ? '235 2.7.0 Authentication successful' : '535 5.7.8 Error: authentication failed', line);
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
