// Opens the one-time link in the user's browser where there is one; says nothing where there is none. What a program is started
// with can be read by everyone on the machine, so the browser is started with a file that leads on to the link.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The link is good for no longer than this. */
const linkLifeMs = 10 * 60_000;

export function openBrowser(url: string, stateDir: string): Disposable {
  const file = join(stateDir, 'open.html');
  const remove = () => rmSync(file, { force: true });
  const isGraphical = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (isGraphical) {
    remove();
    writeFileSync(file, redirectTo(url), { mode: 0o600, flag: 'wx' });
    const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
    const child = spawn(command, [...args, file], { stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
    setTimeout(remove, linkLifeMs).unref();
  }
  return { [Symbol.dispose]: remove };
}

/** The link has nothing in it that would have to be escaped. */
function redirectTo(url: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>Beckon</title>
<p><a href="${url}">Go on to Beckon</a></p>
`;
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
