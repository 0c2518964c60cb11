// Whether Claude Code draws for a dark or for a light screen: its person has chosen that once, for all their terminals.
import { readClaudeState } from '../claude/claudeState.ts';

export type Darkness = 'dark' | 'light';

/** Dark, unless its own settings name a light theme: that is its default too. */
export async function claudeTheme(environment: Record<string, string>): Promise<Darkness> {
  const { theme } = await readClaudeState(environment);
  return typeof theme === 'string' && theme.startsWith('light') ? 'light' : 'dark';
}
