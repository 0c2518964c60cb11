// A session's whole conversation, read page by page and saved as one file.
import type { Session, Transport } from '@beckon/protocol';
import type { ExportFormat } from '@beckon/protocol/sessionExport';
import { allMessages, exportFormats } from '@beckon/protocol/sessionExport';
import { saveFile } from '../usage/saveFile.ts';

export async function exportSession(transport: Transport, session: Session, format: ExportFormat): Promise<void> {
  const messages = await allMessages((query) => transport.listMessages(session.id, query));
  const { extension, mediaType, write } = exportFormats[format];
  saveFile(`${fileName(session)}.${extension}`, write({ session, messages }), mediaType);
}

/** Of letters and digits alone: a title may be anything. */
function fileName({ title, id }: Session): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? id : plain;
}
