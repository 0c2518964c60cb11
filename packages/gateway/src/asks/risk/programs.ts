// What the programs that people and agents use do that a person would want to know. One that is not here is not known to
// do harm; that is no proof that it does none.
import type { FindingCode } from './findings.ts';
import type { ShellWord } from './shellCommands.ts';

/** What a program does with these words, apart from where it writes. */
export function findingsOf(program: string, words: readonly ShellWord[]): FindingCode[] {
  const texts = words.map(({ text }) => text);
  const always = Object.hasOwn(byProgram, program) ? (byProgram[program] ?? []) : [];
  const judge = Object.hasOwn(judges, program) ? judges[program] : undefined;
  return [...always, ...(judge?.(texts, words) ?? [])];
}

const byProgram: Record<string, FindingCode[]> = {
  ...all(['sudo', 'doas', 'su', 'pkexec', 'runuser'], 'privilege'),
  ...all(
    ['curl', 'wget', 'nc', 'ncat', 'netcat', 'socat', 'telnet', 'ftp', 'tftp', 'http', 'https', 'aria2c'],
    'network',
  ),
  ...all(
    ['dig', 'nslookup', 'host', 'ping', 'whois', 'gh', 'aws', 'gcloud', 'az', 'heroku', 'vercel', 'fly', 'twurl'],
    'network',
  ),
  ...all(['scp', 'sftp', 'smbclient', 'rclone', 's3cmd', 'gsutil', 'mail', 'sendmail', 'mutt', 'swaks'], 'network'),
  ...all(['ssh', 'kubectl', 'helm', 'ansible', 'ansible-playbook', 'terraform', 'pulumi'], 'remote', 'network'),
  ...all(['npx', 'pnpx', 'bunx', 'uvx', 'pipx'], 'installs', 'network'),
  ...all(['rmdir', 'unlink'], 'deletes'),
  ...all(['shred', 'srm', 'wipe'], 'deletes_many'),
  ...all(['mkfs', 'fdisk', 'parted', 'wipefs', 'sfdisk', 'cryptsetup', 'mkswap', 'dd'], 'overwrites_disk'),
  ...all(['chmod', 'chown', 'chgrp', 'setfacl', 'chattr', 'xattr'], 'permissions'),
  ...all(['kill', 'pkill', 'killall', 'xkill', 'fuser'], 'kills'),
  ...all(['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit', 'systemctl', 'service', 'launchctl'], 'machine'),
  ...all(
    ['mount', 'umount', 'insmod', 'modprobe', 'sysctl', 'iptables', 'nft', 'ufw', 'useradd', 'usermod'],
    'machine',
  ),
  ...all(['passwd', 'chpasswd', 'visudo', 'crontab', 'update-alternatives'], 'machine'),
  ...all(['nohup', 'setsid', 'disown', 'at', 'batch', 'systemd-run', 'screen'], 'background'),
  ...all(['printenv'], 'environment'),
  ...all(['pass', 'secret-tool', 'op', 'bw', 'keyring', 'gpg', 'security'], 'credentials'),
};

function all(programs: string[], ...codes: FindingCode[]): Record<string, FindingCode[]> {
  return Object.fromEntries(programs.map((program) => [program, codes]));
}

type Judge = (texts: readonly string[], words: readonly ShellWord[]) => FindingCode[];

const packages = ['installs', 'network'] as const;

/** Installs where the first word that is no option is one of these. */
const installing =
  (...verbs: string[]): Judge =>
  (texts) =>
    verbs.includes(verbOf(texts) ?? '') ? [...packages] : [];

const judges: Record<string, Judge> = {
  rm: (texts, words) => [isSweeping(texts, words) ? 'deletes_many' : 'deletes'],
  find: (texts) => (texts.includes('-delete') ? ['deletes_many'] : []),
  truncate: () => ['deletes'],
  git: judgeGit,
  rsync: (texts) => [
    ...(texts.some(isRemotePath) ? (['network'] as const) : []),
    ...(texts.some((text) => text.startsWith('--delete')) ? (['deletes_many'] as const) : []),
  ],
  env: (texts) => (texts.length === 0 ? ['environment'] : []),
  export: (texts) => (texts.some((text) => text === '-p') || texts.length === 0 ? ['environment'] : []),
  set: (texts) => (texts.length === 0 ? ['environment'] : []),
  cd: () => [],
  npm: (texts) =>
    ['publish', 'unpublish'].includes(verbOf(texts) ?? '') ? ['network', 'git_push'] : npmInstall(texts, []),
  pnpm: installing('i', 'install', 'add', 'dlx', 'update', 'up', 'exec'),
  yarn: (texts) =>
    verbOf(texts) === undefined ? [...packages] : installing('install', 'add', 'dlx', 'upgrade')(texts, []),
  bun: installing('install', 'add', 'x', 'i', 'update'),
  pip: installing('install', 'download'),
  pip3: installing('install', 'download'),
  uv: installing('add', 'pip', 'sync', 'tool', 'run'),
  poetry: installing('add', 'install', 'update'),
  conda: installing('install', 'create', 'update'),
  gem: installing('install', 'update'),
  bundle: installing('install', 'update', 'add'),
  cargo: installing('install', 'add', 'fetch', 'update'),
  go: installing('install', 'get'),
  composer: installing('install', 'require', 'update'),
  brew: installing('install', 'upgrade', 'tap', 'reinstall'),
  apt: installing('install', 'upgrade', 'remove', 'purge', 'dist-upgrade', 'full-upgrade', 'update', 'autoremove'),
  'apt-get': installing('install', 'upgrade', 'remove', 'purge', 'dist-upgrade', 'update', 'autoremove'),
  dpkg: (texts) => (texts.some((text) => /^-(i|r|P)$|^--(install|remove|purge)$/.test(text)) ? ['installs'] : []),
  yum: installing('install', 'update', 'remove', 'erase'),
  dnf: installing('install', 'update', 'remove', 'upgrade'),
  pacman: (texts) => (texts.some((text) => /^-[SRU]/.test(text)) ? [...packages] : []),
  apk: installing('add', 'del', 'upgrade'),
  snap: installing('install', 'remove', 'refresh'),
  docker: judgeDocker,
  podman: judgeDocker,
  tmux: (texts) =>
    texts.some((text) => /^(new|new-session|send-keys|respawn)/.test(text)) ? ['background', 'code'] : [],
  ...Object.fromEntries(
    ['python', 'python3', 'node', 'perl', 'ruby', 'php', 'deno', 'lua', 'osascript'].map((program) => [
      program,
      judgeInterpreter,
    ]),
  ),
  awk: (texts) => (texts.some((text) => /system\s*\(|\|\s*getline|\|\s*"/.test(text)) ? ['code'] : []),
  sed: (texts) =>
    texts.some((text) => /(^|[;{}\n/])\d*e(\s|$)|\/e[a-z]*$/.test(text) && !text.startsWith('-')) ? ['code'] : [],
  tar: (texts) =>
    texts.some((text) => /^--(checkpoint-action|to-command|use-compress-program)/.test(text)) ? ['code'] : [],
};

function npmInstall(texts: readonly string[], words: readonly ShellWord[]): FindingCode[] {
  return installing('i', 'install', 'ci', 'add', 'exec', 'x', 'update', 'up', 'init', 'create')(texts, words);
}

function isSweeping(texts: readonly string[], words: readonly ShellWord[]): boolean {
  const hasFlags = texts.some((text) => /^-[a-zA-Z]*[rRf]|^--(recursive|force|no-preserve-root)/.test(text));
  return hasFlags || words.some(({ isOpen }) => isOpen) || texts.filter((text) => !text.startsWith('-')).length > 1;
}

function verbOf(texts: readonly string[]): string | undefined {
  return texts.find((text) => !text.startsWith('-'));
}

function isRemotePath(text: string): boolean {
  return /^[\w.@-]+:(?!\\)|^rsync:\/\//.test(text);
}

function judgeInterpreter(texts: readonly string[]): FindingCode[] {
  return texts.some((text) => /^(-[a-zA-Z]*[cerE]|--eval|--print|-p|eval)$/.test(text)) ? ['code'] : [];
}

function judgeDocker(texts: readonly string[]): FindingCode[] {
  const isPrivileged = texts.some((text) => text === '--privileged' || /^(-v|--volume)?=?\/(:|$)/.test(text));
  const codes: FindingCode[] = isPrivileged ? ['privilege'] : [];
  const verb = verbOf(texts);
  if (['run', 'pull', 'push', 'build', 'compose', 'login'].includes(verb ?? '')) codes.push('network');
  if (['run', 'exec', 'compose'].includes(verb ?? '')) codes.push('code');
  if (['rm', 'rmi', 'kill'].includes(verb ?? '') || texts.includes('prune')) codes.push('deletes_many');
  return codes;
}

function judgeGit(texts: readonly string[]): FindingCode[] {
  const start = texts.findIndex(
    (text, index) => !text.startsWith('-') && !['-C', '-c'].includes(texts[index - 1] ?? ''),
  );
  const [verb = '', ...rest] = start < 0 ? [] : texts.slice(start);
  const has = (...options: string[]) =>
    rest.some((text) => options.includes(text) || options.includes(text.split('=')[0] ?? ''));
  const own: FindingCode[] = texts
    .slice(0, Math.max(start, 0))
    .some((text) => text === '-c' || text.startsWith('--exec-path'))
    ? ['code']
    : [];
  switch (verb) {
    case 'push': {
      const isForced = has(
        '-f',
        '--force',
        '--force-with-lease',
        '--force-if-includes',
        '--delete',
        '-d',
        '--mirror',
        '--prune',
      );
      const rewrites = isForced || rest.some((text) => /^\+|^:/.test(text));
      return [...own, 'git_push', 'network', ...(rewrites ? (['git_rewrites'] as const) : [])];
    }
    case 'clone':
    case 'fetch':
    case 'pull':
    case 'ls-remote':
    case 'submodule':
    case 'lfs':
      return [...own, 'network'];
    case 'reset':
      return [...own, ...(has('--hard', '--merge', '--keep') ? (['git_rewrites'] as const) : [])];
    case 'clean':
      return [...own, 'deletes_many'];
    case 'rebase':
    case 'filter-branch':
    case 'filter-repo':
    case 'replace':
    case 'reflog':
    case 'gc':
    case 'prune':
    case 'update-ref':
      return [...own, 'git_rewrites'];
    case 'commit':
      return [...own, ...(has('--amend') ? (['git_rewrites'] as const) : [])];
    case 'branch':
    case 'tag':
      return [...own, ...(has('-D', '-d', '--delete', '-f', '--force', '-M') ? (['git_rewrites'] as const) : [])];
    case 'stash':
      return [...own, ...(has('drop', 'clear', 'pop') ? (['git_rewrites'] as const) : [])];
    case 'checkout':
    case 'restore':
    case 'switch': {
      const discards = verb === 'restore' || has('--', '-f', '--force', '.', '--discard-changes');
      return [...own, ...(discards ? (['git_rewrites'] as const) : [])];
    }
    case 'rm':
      return [...own, 'deletes'];
    case 'config':
      return [
        ...own,
        ...(has('--global', '--system') ? (['writes_system'] as const) : []),
        ...(rest.some((text) => /alias\.|pager|editor|hooksPath|sshCommand|fsmonitor/i.test(text))
          ? (['code'] as const)
          : []),
      ];
    default:
      return own;
  }
}
