#!/usr/bin/env node
// `beckon`: runs a command, and says in a sentence what went wrong where it did.
import { buildProgram } from './program.ts';
import { refuse } from './refuse.ts';

buildProgram()
  .parseAsync()
  .catch((thrown: unknown) => refuse(thrown));
