// Whether Claude Code draws for a dark or for a light screen: its person has chosen that once, for all their terminals.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Darkness = 'dark' | 'light';

/** Dark, unless its own settings name a light theme: that is its default too. */
export async function claudeTheme(environment: Record<string, string>): Promise<Darkness> {
  const folder = environment['CLAUDE_CONFIG_DIR'] ?? environment['HOME'] ?? '';
  try {
    const settings: unknown = JSON.parse(await readFile(join(folder, '.claude.json'), 'utf8'));
    const theme = typeof settings === 'object' && settings !== null && 'theme' in settings ? settings.theme : '';
    return typeof theme === 'string' && theme.startsWith('light') ? 'light' : 'dark';
  } catch {
    return 'dark';
  }
}
