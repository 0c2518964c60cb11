// What the programs that people and agents use do that a person would want to know. One that is not here is not known to
// do harm; that is no proof that it does none.
import type { FindingCode } from './findings.ts';
import type { ShellWord } from './shellCommands.ts';
import { entryFor } from './wrappers.ts';

/** What a program does with these words, apart from where it writes. */
export function findingsOf(program: string, words: readonly ShellWord[]): readonly FindingCode[] {
  const always = entryFor(byProgram, program) ?? nothing;
  const judge = entryFor(judges, program);
  if (!judge) return always;
  const texts = words.map(({ text }) => text);
  return [...always, ...judge(texts, words)];
}

const nothing: readonly FindingCode[] = [];

const byProgram: Record<string, FindingCode[]> = {
  ...all(['sudo', 'doas', 'su', 'pkexec', 'runuser', 'sudoedit', 'run0', 'gosu', 'su-exec', 'sg'], 'privilege'),
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
  ...all(['nmap', 'lftp', 'ssh-copy-id', 'lynx', 'w3m', 'xh', 'ngrok', 'cloudflared', 'svn', 'glab'], 'network'),
  ...all(['http.server'], 'network', 'background'),
  ...all(['mosh', 'rsh'], 'remote', 'network'),
  ...all(['beckon'], 'beckon'),
  ...all(['rmdir', 'unlink', 'trash'], 'deletes'),
  ...all(['shred', 'srm', 'wipe', 'rimraf', 'remove_directory', 'dropdb'], 'deletes_many'),
  ...all(
    [
      'mkfs',
      'fdisk',
      'parted',
      'wipefs',
      'sfdisk',
      'cryptsetup',
      'mkswap',
      'dd',
      'blkdiscard',
      'sgdisk',
      'hdparm',
      'diskutil',
    ],
    'overwrites_disk',
  ),
  ...all(['chmod', 'chown', 'chgrp', 'setfacl', 'chattr', 'xattr'], 'permissions'),
  ...all(['kill', 'pkill', 'killall', 'xkill', 'fuser'], 'kills'),
  ...all(['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit', 'systemctl', 'service', 'launchctl'], 'machine'),
  ...all(
    ['mount', 'umount', 'insmod', 'modprobe', 'sysctl', 'iptables', 'nft', 'ufw', 'useradd', 'usermod'],
    'machine',
  ),
  ...all(
    ['adduser', 'deluser', 'userdel', 'groupadd', 'groupdel', 'gpasswd', 'chsh', 'swapoff', 'ifconfig'],
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

/** Runs a program that one of these words names. */
const running =
  (pattern: RegExp): Judge =>
  (texts) =>
    texts.some((text) => pattern.test(text)) ? ['code'] : [];

const judges: Record<string, Judge> = {
  rm: (texts, words) => [isSweeping(texts, words) ? 'deletes_many' : 'deletes'],
  // With the token of its person it could answer for them.
  beckon: (texts) => (['answer', 'pair', 'link', 'devices'].includes(verbOf(texts) ?? '') ? ['credentials'] : []),
  claude: (texts) => (texts.some((text) => /dangerously|bypassPermissions/.test(text)) ? ['open_program'] : ['code']),
  find: (texts) => (texts.includes('-delete') ? ['deletes_many'] : []),
  truncate: () => ['deletes'],
  git: judgeGit,
  rsync: (texts) => [
    ...running(/^(-[a-zA-Z]*e$|--rsh)/)(texts, []),
    ...(texts.some(isRemotePath) ? (['network'] as const) : []),
    ...(texts.some((text) => text.startsWith('--delete')) ? (['deletes_many'] as const) : []),
  ],
  env: (texts) => (texts.every((text) => text.startsWith('-') && !/^(-S|--split)/.test(text)) ? ['environment'] : []),
  export: (texts) => (texts.some((text) => text === '-p') || texts.length === 0 ? ['environment'] : []),
  declare: (texts) => (texts.some((text) => /^-[a-zA-Z]*[px]/.test(text)) && texts.length === 1 ? ['environment'] : []),
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
    texts.some((text) => /^(new|send|respawn|run|if|split|pipe|popup|display-popup)/.test(text))
      ? ['background', 'code']
      : [],
  ...Object.fromEntries(
    [
      'python',
      'pypy',
      'node',
      'nodejs',
      'tsx',
      'ts-node',
      'perl',
      'ruby',
      'php',
      'deno',
      'lua',
      'luajit',
      'julia',
      'R',
      'Rscript',
      'osascript',
    ].map((program) => [program, judgeInterpreter]),
  ),
  ...Object.fromEntries(['awk', 'gawk', 'mawk', 'nawk'].map((program) => [program, judgeAwk])),
  ...Object.fromEntries(
    ['vi', 'vim', 'nvim', 'ex', 'view'].map((program) => [program, running(/^(-c|-S|--cmd|\+(?!\d*$))/)]),
  ),
  emacs: running(/^--?(eval|execute|load|script|funcall|l|f)\b/),
  gdb: running(/^--?(ex|eval-command|x|command|args)\b/),
  less: running(/^\+.*[!|]/),
  man: running(/^(-P|-H|--pager|--html)/),
  expect: running(/^-c/),
  make: running(/^(--eval|SHELL=)/),
  rg: running(/^--pre(=|$)/),
  split: running(/^--filter/),
  sort: running(/^--compress-prog/),
  zip: running(/^(-TT|--unzip-command)/),
  ...Object.fromEntries(['sqlite3', 'psql', 'mysql'].map((program) => [program, judgeDatabase])),
  sed: (texts) =>
    texts.some((text) => /(^|[;{}\n/=])[\d,$!]*e(\s|$)|\/e[a-z]*$/.test(text) && !/^-(?!-expression=)/.test(text))
      ? ['code']
      : [],
  tar: (texts) =>
    texts.some((text) => /^--(checkpoint-a|to-c|use-c|rsh-c|info-s|new-volume-s)|^-[a-zA-Z]*[IF]$/.test(text))
      ? ['code']
      : [],
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
  const isCode = /^(-[a-zA-Z]*[cerE]|-[cE].+|--(eval|print|import|require)(=.*)?|-p|eval)$/s;
  return texts.some((text) => isCode.test(text)) ? ['code'] : [];
}

function judgeAwk(texts: readonly string[]): FindingCode[] {
  return texts.some((text) => /system\s*\(|\|\s*getline|\|\s*"/.test(text)) ? ['code'] : [];
}

function judgeDatabase(texts: readonly string[]): FindingCode[] {
  return [
    ...(texts.some((text) => /\\!|^\s*\.(shell|system)\b/.test(text)) ? (['code'] as const) : []),
    ...(texts.some((text) => /\b(drop|truncate|delete)\b/i.test(text)) ? (['deletes_many'] as const) : []),
  ];
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
    .some((text) => text === '-c' || /^--(exec-path|config-env)/.test(text))
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
    case 'worktree':
      return [...own, ...(has('remove', 'prune') ? (['deletes_many'] as const) : [])];
    case 'bisect':
      return [...own, ...(has('run') ? (['code'] as const) : [])];
    case 'difftool':
      return [...own, ...(has('-x', '--extcmd') ? (['code'] as const) : [])];
    case 'grep':
      return [...own, ...(rest.some((text) => /^(-O|--open-files)/.test(text)) ? (['code'] as const) : [])];
    case 'archive':
      return [...own, ...(has('--exec', '--remote') ? (['code', 'network'] as const) : [])];
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
