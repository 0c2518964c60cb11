// Pictures for an agent in a terminal: it takes in a file whose path is pasted, so they are files for a while.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PromptPart } from '@beckon/protocol';

type ImagePart = Extract<PromptPart, { type: 'image' }>;

export class PromptImages {
  readonly #folders: string[] = [];

  /** The paths of the files, which only this user may read. */
  async write(images: readonly ImagePart[]): Promise<string[]> {
    if (images.length === 0) return [];
    const folder = await mkdtemp(join(tmpdir(), 'beckon-images-'));
    this.#folders.push(folder);
    return Promise.all(
      images.map(async ({ mediaType, data }, index) => {
        const path = join(folder, `image-${index + 1}.${mediaType.slice('image/'.length)}`);
        await writeFile(path, Buffer.from(data, 'base64'), { mode: 0o600 });
        return path;
      }),
    );
  }

  /** The agent keeps copies of its own. */
  async remove(): Promise<void> {
    await Promise.all(this.#folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
