// `beckon export`: a session as a file, or on standard output.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SessionId } from '@beckon/protocol';
import type { ExportFormat } from '@beckon/protocol/sessionExport';
import { allMessages, exportFormats } from '@beckon/protocol/sessionExport';
import { requireGateway } from './connect.ts';
import { endWithReader } from './lines.ts';
import { findSession } from './sessions.ts';

export interface ExportOptions {
  stateDir: string;
  format: ExportFormat;
  out?: string;
}

export async function exportSession(wanted: string, { stateDir, format, out }: ExportOptions): Promise<void> {
  const gateway = await requireGateway(stateDir);
  // A whole id may be that of a session which is on no list.
  const session = SessionId.safeParse(wanted).success
    ? await gateway.getSession(wanted)
    : await findSession(gateway, wanted);
  const messages = await allMessages((query) => gateway.listMessages(session.id, query));
  const text = exportFormats[format].write({ session, messages });
  if (out !== undefined) return writeFileSync(resolve(out), text, { mode: 0o600 });
  endWithReader();
  process.stdout.write(text);
}
