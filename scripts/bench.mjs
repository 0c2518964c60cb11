// `npm run bench`: builds, then runs bench/main.ts, which takes part of a benchmark's name as its argument.
import { build, importTypeScript, installPackages, requireNode } from './workspace.mjs';

requireNode();
installPackages();
build();
await importTypeScript('bench/main.ts');
process.exit();
