import type { EditedFile } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { openLedger } from '../../../../tests/support/testLedger.ts';
import { requireShownFile } from './shownFile.ts';

const approve = { type: 'approve' } as const;
const seen: EditedFile = { path: '/a', found: 'text', version: 'one', sections: [] };
const notInTime: EditedFile = { path: '/a', found: 'unreadable', sections: [] };

test.each([
  ['as it was shown', seen, seen, undefined],
  ['another by now', seen, { ...seen, version: 'two' }, 'file_changed'],
  ['not to be seen in time now', seen, notInTime, undefined],
  ['not seen in time then', notInTime, seen, undefined],
])('a file that is %s', async (_, shown, now, code) => {
  const { ledger } = openLedger();
  const ask = ledger.open({ ...approvalDraft(), file: shown });
  const approving = requireShownFile({ ledger, fileOf: async () => now }, ask, approve);
  if (code) await expect(approving).rejects.toMatchObject({ code });
  else await expect(approving).resolves.toBeUndefined();
});
