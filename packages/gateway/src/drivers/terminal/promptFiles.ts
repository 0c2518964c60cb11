// Pictures and documents for an agent in a terminal: it is told the paths of files, so they are files for as long as it runs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PromptPart } from '@beckon/protocol';
import { documentName } from '@beckon/protocol';
import { documentFolder } from '../claude/documentPaths.ts';

type ImagePart = Extract<PromptPart, { type: 'image' }>;
type DocumentPart = Extract<PromptPart, { type: 'document' }>;

export class PromptFiles {
  readonly #folders: string[] = [];

  /** The paths of the pictures, which only this user may read. */
  writeImages(images: readonly ImagePart[]): Promise<string[]> {
    const nameOf = ({ mediaType }: ImagePart, index: number) =>
      `image-${index + 1}.${mediaType.slice('image/'.length)}`;
    return this.#write('beckon-images-', images, nameOf);
  }

  /** How a message names the documents, so that the agent reads them. */
  async writeDocuments(documents: readonly DocumentPart[]): Promise<string[]> {
    const paths = await this.#write(documentFolder, documents, (part, index) => `${index + 1}-${safeName(part)}`);
    return paths.map((path, index) =>
      documents[index]?.mediaType === 'text/plain' ? `@${quoted(path)}` : quoted(path),
    );
  }

  /** The agent keeps copies of its own of what it has taken in. */
  async remove(): Promise<void> {
    await Promise.all(this.#folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  }

  async #write<Part extends { data: string }>(
    prefix: string,
    parts: readonly Part[],
    nameOf: (part: Part, index: number) => string,
  ): Promise<string[]> {
    if (parts.length === 0) return [];
    const folder = await mkdtemp(join(tmpdir(), prefix));
    this.#folders.push(folder);
    return Promise.all(
      parts.map(async (part, index) => {
        const path = join(folder, nameOf(part, index));
        await writeFile(path, Buffer.from(part.data, 'base64'), { mode: 0o600 });
        return path;
      }),
    );
  }
}

/**
 * Nothing of a name means anything to a path, a shell or the prompt box. What it ends in says what it is to the agent, which
 * takes a text for a picture or a PDF by that alone.
 */
function safeName(part: DocumentPart): string {
  const name = documentName(part)
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
    .slice(-80);
  const isPdf = part.mediaType === 'application/pdf';
  if (isPdf) return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
  return /\.(?:pdf|png|jpe?g|gif|webp|ipynb)$/i.test(name) ? `${name}.txt` : name;
}

function quoted(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}
