// Asks whoever sits at the terminal. Ctrl-C ends the command quietly, as it ends any other.
import { createInterface } from 'node:readline/promises';

/** What a shell reports for a program that Ctrl-C has ended. */
const interrupted = 130;

/** Resolves with nothing where the input ends instead. */
export async function prompt(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => {
    process.stdout.write('\n');
    process.exit(interrupted);
  });
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return (await Promise.race([terminal.question(question), ended])).trim();
  } catch {
    // Newer versions of Node reject where the input has ended.
    return '';
  } finally {
    terminal.close();
  }
}
