// An approval of an edit counts for the file that was shown: where that has changed since, its person is shown it as it is,
// and asked again.
import type { Approve, Ask, EditedFile } from '@beckon/protocol';
import { BeckonError, isOpen } from '@beckon/protocol';
import type { GatewayParts } from './gatewayParts.ts';

export async function requireShownFile(
  { ledger, fileOf }: Pick<GatewayParts, 'ledger' | 'fileOf'>,
  asked: Ask,
  { fileVersion, updatedInput }: Approve,
): Promise<void> {
  if (!isOpen(asked)) return;
  const file = await fileOf(asked, updatedInput ?? asked.input);
  if (!file || isAsShown(file, asked.file, fileVersion)) return;
  // The ask shows what its own input makes of its file, whatever its person makes of the input.
  const own = updatedInput ? await fileOf(asked, asked.input) : file;
  const ask = ledger.get(asked.id);
  // Who was first meanwhile is told by the ledger.
  if (!isOpen(ask)) return;
  if (own && own.version !== ask.file?.version) ledger.noteFile(ask.id, own);
  const message = 'The file has changed since this was shown. Look at what it would become now, and answer again.';
  throw new BeckonError('file_changed', message, { ask: ledger.get(ask.id) });
}

/**
 * Whoever names no version means the file that the ask shows; of another one nothing was shown. Where it was not seen in time,
 * now or then, nobody can say that it has changed.
 */
function isAsShown(file: EditedFile, shown: EditedFile | undefined, fileVersion: string | undefined): boolean {
  if (file.version === undefined) return true;
  if (fileVersion !== undefined) return fileVersion === file.version;
  return file.path !== shown?.path || shown.version === undefined || file.version === shown.version;
}
