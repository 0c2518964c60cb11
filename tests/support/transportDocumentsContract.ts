// What every transport must do with the documents that people send.
import type { Transport } from '@beckon/protocol';
import { documentLimits } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import { pdfFile, pdfText, textFile } from './documents.ts';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const nowhere = '00000000-0000-4000-8000-000000000000';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function documentsOf(client: Transport, sessionId: string) {
  const { messages } = await client.listMessages(sessionId);
  return messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'document');
}

export function documentsContract(onStage: OnStage): void {
  describe('documents', () => {
    onStage('[T11] travel with a message and are read back byte for byte', async (_, client, session) => {
      const content = [
        pdfFile('a plan.pdf'),
        textFile('naïve 漢.md', '# Ünï\r\n'),
        { type: 'text', text: 'Read these.' } as const,
      ];
      await client.sendMessage(session.id, { content });
      const [first, second] = await documentsOf(client, session.id);
      expect(first).toMatchObject({ name: 'a plan.pdf', mediaType: 'application/pdf', bytes: pdfText.length });
      expect(second).toMatchObject({ name: 'naïve 漢.md', mediaType: 'text/plain', bytes: 9 });
      const read = async (id = '') => client.readDocument(session.id, id);
      expect((await read(first?.documentId)).type).toBe('application/pdf');
      expect(await (await read(first?.documentId)).text()).toBe(pdfText);
      expect((await read(second?.documentId)).type).toMatch(/^text\/plain/);
      expect(await (await read(second?.documentId)).text()).toBe('# Ünï\r\n');
    });

    onStage('[T11] begin a session, and are called something where nobody says what', async (stage, client) => {
      const { name: _, ...unnamed } = pdfFile('x');
      const { id, title } = await client.createSession({ cwd: stage.folder, prompt: [unnamed] });
      expect(await documentsOf(client, id)).toMatchObject([{ name: 'document.pdf' }]);
      expect(title).toBe('New session');
    });

    onStage('are read only as documents, through their own session, and go with it', async (stage, client, session) => {
      const image = { type: 'image', mediaType: 'image/png', data: pixel } as const;
      await client.sendMessage(session.id, { content: [textFile('a.txt', 'a'), image] });
      const { messages } = await client.listMessages(session.id);
      const [document, picture] = messages[0]?.parts ?? [];
      const documentId = document?.type === 'document' ? document.documentId : '';
      const imageId = picture?.type === 'image' ? picture.imageId : '';
      const other = await client.createSession({ cwd: stage.folder });
      const refused = { code: 'not_found', status: 404 };
      expect(await failure(client.readDocument(other.id, documentId))).toMatchObject(refused);
      expect(await failure(client.readDocument(session.id, imageId))).toMatchObject(refused);
      expect(await failure(client.readImage(session.id, documentId))).toMatchObject(refused);
      expect(await failure(client.readDocument(session.id, nowhere))).toMatchObject(refused);
      await client.deleteSession(session.id);
      expect((await failure(client.readDocument(session.id, documentId))).code).toBe('session_not_found');
    });

    onStage('that are not what they say, or too large, get 400 and a sentence', async (_, client, session) => {
      const tooMuch = 'x'.repeat(documentLimits['text/plain'].most + 1);
      const refusals: [part: object, words: string][] = [
        [pdfFile('no.pdf', '<html>'), '“no.pdf” is no PDF.'],
        [pdfFile('late.pdf', ` ${pdfText}`), 'is no PDF.'],
        [textFile('latin.txt', Buffer.from([0x66, 0xfc, 0x72])), '“latin.txt” is no text in UTF-8.'],
        [textFile('nul.txt', 'a\0b'), 'is no text in UTF-8.'],
        [textFile('long.txt', tooMuch), 'a text file of at most 1 MB is taken.'],
        [{ ...textFile('a.zip', 'PK'), mediaType: 'application/zip' }, 'PDFs and text files in UTF-8'],
        [{ ...textFile('a.html', '<p>'), mediaType: 'text/html' }, 'PDFs and text files in UTF-8'],
        [{ ...textFile('a.txt', 'a'), data: '' }, '“content'],
        [{ ...textFile('a.txt', 'a'), data: 'not base64!' }, '“content'],
        ...['../../etc/passwd', 'a\\b', '..', '.', 'a\nb', 'a\0b', '', 'x'.repeat(201)].map(
          (name): [object, string] => [textFile(name, 'a'), '“content'],
        ),
      ];
      for (const [part, words] of refusals) {
        const error = await failure(client.sendMessage(session.id, { content: [part] as never }));
        expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
        expect(error.message).toContain(words);
      }
      expect((await client.listMessages(session.id)).messages).toEqual([]);
    });
  });
}
