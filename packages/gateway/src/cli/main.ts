#!/usr/bin/env node
// `beckon`: runs a command, and says in a sentence what went wrong where it did.
import { keepCompiled } from './compileCache.ts';
import { refuseUnknownCommand } from './misuse.ts';
import { buildProgram } from './program.ts';
import { refuse } from './refuse.ts';

keepCompiled();
run().catch((thrown: unknown) => refuse(thrown));

async function run(): Promise<void> {
  const program = buildProgram();
  refuseUnknownCommand(program, process.argv.slice(2));
  await program.parseAsync();
}
