// Where Beckon keeps everything unless it is told otherwise.
import { homedir } from 'node:os';
import { join } from 'node:path';

export const defaultStateDir = join(homedir(), '.beckon');
