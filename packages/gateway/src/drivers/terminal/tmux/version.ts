// Whether the tmux on this machine will do, and what to say to its person where it will not.
import { BeckonError } from '@beckon/protocol';

/** Throws a sentence that says what to do where the version, as `tmux -V` prints it, is older than what Beckon needs. */
export function requireVersion(printed: string, platform: NodeJS.Platform = process.platform): void {
  const version = readVersion(printed);
  if (version === 'unreleased') return;
  if (version === undefined) {
    const shown = JSON.stringify(printed.slice(0, 80));
    throw new BeckonError('agent_unavailable', `“tmux -V” printed ${shown}, which is no version of tmux.`);
  }
  const [major, minor] = version;
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  throw new BeckonError(
    'agent_unavailable',
    `Terminal sessions need tmux ${oldest.major}.${oldest.minor} or newer; this machine has ${major}.${minor}. ${howToInstall(platform)}`,
  );
}

export function tmuxMissing(cause: unknown, platform: NodeJS.Platform = process.platform): BeckonError {
  return new BeckonError(
    'agent_unavailable',
    `Terminal sessions run in tmux, which is not installed. ${howToInstall(platform)}`,
    {
      cause,
    },
  );
}

/** The first with `pause-after` in control mode, `remain-on-exit failed` and extended keys. */
const oldest = { major: 3, minor: 2 };

function readVersion(printed: string): [major: number, minor: number] | 'unreleased' | undefined {
  const name = /^tmux (\S+)\s*$/.exec(printed)?.[1];
  if (name === undefined) return undefined;
  if (name === 'master' || name.startsWith('openbsd-')) return 'unreleased';
  const numbers = /^(?:next-)?(\d{1,4})\.(\d{1,4})(?:[a-z]|-rc\d*)?$/.exec(name);
  return numbers ? [Number(numbers[1]), Number(numbers[2])] : undefined;
}

function howToInstall(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return 'Install it with: brew install tmux';
    case 'linux':
      return 'Install it with: sudo apt install tmux (Debian, Ubuntu), sudo dnf install tmux (Fedora), sudo pacman -S tmux (Arch) or apk add tmux (Alpine)';
    case 'win32':
      return 'There is no tmux for Windows: run Beckon inside WSL, and there: sudo apt install tmux';
    default:
      return 'Install it with your package manager; the package is called tmux';
  }
}
