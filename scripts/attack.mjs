// `npm run attack -- [GROUP]`: builds, attacks a Beckon of its own, and prints what came of it; exits with 1 where something
// came of it that must not.
import { build, importTypeScript, installPackages, requireNode } from './workspace.mjs';

requireNode();
installPackages();
build();
const { attack } = await importTypeScript('tests/attack/main.ts');
process.exit((await attack(process.argv[2])) === 0 ? 0 : 1);
