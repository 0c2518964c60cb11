// A gateway on a port: who may call it, its API, its page, and what its drivers' agents report to. `beckon serve` runs
// this, and so can any other program.
import { fileURLToPath } from 'node:url';
import { Access } from './access/access.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { Gateway } from './gateway.ts';
import type { Logger } from './logger.ts';
import { silentLog } from './logger.ts';
import { loginUrl } from './access/pairing.ts';
import type { CertificateFiles } from './transports/http/certificate.ts';
import type { HttpServer } from './transports/http/server.ts';
import { serveHttp } from './transports/http/server.ts';

const ownPage = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface ServeGatewayOptions {
  /** Whoever shows it counts as its person's device and may do everything, so it is long, random and kept secret. */
  token: string;
  /** 0, the default, for any port that is free. */
  port?: number;
  /** The address to listen on: loopback, unless other machines are to reach it. */
  host?: string;
  /** Further names by which this machine is reached, for example through a tunnel. */
  allowedHosts?: string[];
  /** The origin at which a proxy in front of it is reached, for example `https://beckon.example`. */
  publicUrl?: string;
  /** The proxies whose forwarded headers are believed: addresses, or networks as `10.0.0.0/8`. */
  trustedProxies?: string[];
  /** The certificate with which other machines speak HTTPS to it; read anew when it was renewed. */
  tls?: CertificateFiles;
  /** The folder of the built page; Beckon's own unless told otherwise. */
  webRoot?: string;
  /** Where the token is kept, so that it can be replaced there. Without it, the token cannot be replaced. */
  keepToken?: (token: string) => void;
  /** What makes a new sign-in link, for people to type. */
  linkCommand?: string;
  clock?: Clock;
  log?: Logger;
}

export interface ServedGateway extends HttpServer {
  /** A link that signs one browser in, once, within ten minutes. */
  signInUrl(): string;
}

/** Listens, and tells the gateway's drivers where. Closing it leaves the gateway open: that is closed after it. */
export async function serveGateway(gateway: Gateway, options: ServeGatewayOptions): Promise<ServedGateway> {
  const { token, port = 0, host = '127.0.0.1', allowedHosts = [], clock = systemClock, log = silentLog } = options;
  const { keepToken, linkCommand, publicUrl, trustedProxies, tls } = options;
  const { devices, auditLog } = gateway.parts;
  const access = new Access({ token, devices, clock, auditLog, keepToken });
  const server = await serveHttp({
    parts: gateway.parts,
    routes: gateway.routes,
    listening: (listening) => gateway.listening(listening),
    access,
    clock,
    log,
    host,
    port,
    allowedHosts,
    publicUrl,
    trustedProxies,
    tls,
    webRoot: options.webRoot ?? ownPage,
    ...(linkCommand !== undefined && { linkCommand }),
  });
  return { ...server, signInUrl: () => loginUrl(server.url, access.issueCode().code) };
}
