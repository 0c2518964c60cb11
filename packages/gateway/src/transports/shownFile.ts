// An approval of an edit counts for the file that was shown: where that has changed since, its person is shown it as it is,
// and asked again.
import type { Approve, Ask } from '@beckon/protocol';
import { BeckonError, isOpen } from '@beckon/protocol';
import type { GatewayParts } from './gatewayParts.ts';

export async function requireShownFile(
  { ledger, changedFile }: Pick<GatewayParts, 'ledger' | 'changedFile'>,
  asked: Ask,
  { fileVersion }: Approve,
): Promise<void> {
  if (!asked.file || !isOpen(asked)) return;
  const changed = await changedFile(asked);
  const ask = ledger.get(asked.id);
  // Who was first meanwhile is told by the ledger.
  if (!isOpen(ask)) return;
  const isAsShown = fileVersion === undefined || fileVersion === ask.file?.version;
  if (!changed && isAsShown) return;
  if (changed && changed.version !== ask.file?.version) ledger.noteFile(ask.id, changed);
  const message = 'The file has changed since this was shown. Look at what it would become now, and answer again.';
  throw new BeckonError('file_changed', message, { ask: ledger.get(ask.id) });
}
