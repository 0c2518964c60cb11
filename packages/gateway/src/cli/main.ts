#!/usr/bin/env node
// `beckon`: runs a command, and says in a sentence what went wrong where it did.
import { keepCompiled } from './compileCache.ts';
import { buildProgram } from './program.ts';
import { refuse } from './refuse.ts';

keepCompiled();
buildProgram()
  .parseAsync()
  .catch((thrown: unknown) => refuse(thrown));
