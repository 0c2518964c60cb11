// Attacks on the HTTP surface of a running Beckon, with floods of a small size that print what they cost. `npm run attack` runs
// these and all others; those with agents and browsers have tests of their own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials } from '../attack/attacks/credentials.ts';
import { largeAsks, manyAsks } from '../attack/attacks/floods.ts';
import { forgedHooks } from '../attack/attacks/forgedHooks.ts';
import { hosts } from '../attack/attacks/hosts.ts';
import { strangers } from '../attack/attacks/strangers.ts';
import { transcripts } from '../attack/attacks/transcripts.ts';
import type { Beckon } from '../support/beckon.ts';
import { startMeasured } from '../support/floodStage.ts';

const floods = { title: 'Floods', attacks: [manyAsks(300), largeAsks(4)] };

describe.each([hosts, strangers, credentials, forgedHooks, transcripts, floods])('$title', ({ attacks }) => {
  // One each: after wrong tokens every further refusal is slow, and a token that was rotated is nobody's.
  let beckon: Beckon;
  beforeAll(async () => void (beckon = await startMeasured()));
  afterAll(() => beckon[Symbol.asyncDispose]());

  test.each(attacks.map((attack) => [attack.tries, attack.expects, attack] as const))(
    '%s: %s',
    async (_tries, _expects, attack) => {
      const { isOk, what } = await attack.run(beckon);
      if (floods.attacks.includes(attack)) process.stdout.write(`${attack.tries}: ${what}\n`);
      expect({ isOk, what }).toMatchObject({ isOk: true });
    },
  );
});
