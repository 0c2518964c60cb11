// Attacks on a running Beckon that take no minute each; `npm run attack` runs all of them. The floods print what they cost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials } from '../attack/attacks/credentials.ts';
import { largeAsks, manyAsks } from '../attack/attacks/floods.ts';
import { forgedHooks } from '../attack/attacks/forgedHooks.ts';
import { hosts } from '../attack/attacks/hosts.ts';
import { strangers } from '../attack/attacks/strangers.ts';
import type { Beckon } from '../support/beckon.ts';
import { startMeasured } from '../support/floodStage.ts';

/** Rotates the token, and so comes last. */
const last = credentials;
const floods = { title: 'Floods', attacks: [manyAsks, largeAsks(6)] };

let beckon: Beckon;
beforeAll(async () => void (beckon = await startMeasured()));
afterAll(() => beckon[Symbol.asyncDispose]());

describe.each([hosts, strangers, forgedHooks, floods, last])('$title', ({ attacks }) => {
  test.each(attacks.map((attack) => [attack.tries, attack.expects, attack] as const))(
    '%s: %s',
    async (_tries, _expects, attack) => {
      const { isOk, what } = await attack.run(beckon);
      if (floods.attacks.includes(attack)) process.stdout.write(`${attack.tries}: ${what}\n`);
      expect({ isOk, what }).toMatchObject({ isOk: true });
    },
    180_000,
  );
});
