// Lets Node keep what it has compiled of the command for the next time, from version 22.8 on.
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

/** An older Node does not have it, and its types do not know it. */
type MayKeep = typeof nodeModule & { enableCompileCache?(folder: string): unknown };

/**
 * Beside the program, where only its owner writes: in the folder for temporary files, which Node would take, others could
 * leave something to be run. Where nothing can be written there, nothing is kept.
 */
export function keepCompiled(): void {
  const node: MayKeep = nodeModule;
  node.enableCompileCache?.(fileURLToPath(new URL('compiled', import.meta.url)));
}
