// What a call makes of its file, where that is too much to be carried with its ask: compared when somebody asks for it, one at a
// time and in slices, and kept for a while for those who go through its pages.
import type { Abridged, ComparisonQuery, EditedFile, FileComparison, FileSection, JsonObject } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { wholeFields } from '../largeInputs/wholeFields.ts';
import { afterEditInSteps } from './afterEdit.ts';
import { fileOfCall } from './editedFile.ts';
import { contentOf, largestHashedBytes } from './fileContent.ts';
import { pagedSections } from './pagedSections.ts';
import { plainEnds } from './plainEnds.ts';
import { inSlices } from './slices.ts';

/** The ask of a call, as far as it matters here. */
export interface AskedCall {
  id: string;
  toolName?: string | undefined;
  input?: JsonObject | undefined;
  abridged?: Abridged | undefined;
}

export interface ComparisonsOptions {
  clock: Clock;
  /** The JSON of an ask's whole input; undefined where that is no longer kept. */
  inputOf: (ask: AskedCall) => Promise<Buffer | undefined>;
}

/** Neither a longer file nor a longer input is compared. */
const largestBytes = 16 * 1024 * 1024;
const patienceMs = 5000;
/** For how long a comparison is kept that nobody looks at. */
const keptMs = 60_000;

/** The inputs' fields that say what becomes of the file. */
const textFields = ['content', 'old_string', 'new_string', 'replace_all', 'edits'];

export class Comparisons {
  readonly #options: ComparisonsOptions;
  #kept: { key: string; compared: Compared; forget: () => void } | undefined;
  /** So that no more than one is in memory. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ComparisonsOptions) {
    this.#options = options;
  }

  /** Undefined for what edits no file, and where the input or the page is not there. */
  pageOf(ask: AskedCall, query: ComparisonQuery): Promise<FileComparison | undefined> {
    const page = this.#last.then(() => this.#page(ask, query));
    this.#last = page.catch(() => undefined);
    return page;
  }

  close(): void {
    this.#kept?.forget();
    this.#kept = undefined;
  }

  async #page(ask: AskedCall, { page = 0, version }: ComparisonQuery): Promise<FileComparison | undefined> {
    const { clock } = this.#options;
    const { toolName = '', input = {} } = ask;
    const path = fileOfCall({ toolName, input });
    if (path === undefined) return undefined;
    // To know whether it is still the same takes no more than that.
    const now = await contentOf(path, { largestBytes: largestHashedBytes, patienceMs, clock });
    const compared = this.#find(ask, now.version) ?? (await this.#compare(ask, path));
    if (!compared) return undefined;
    const { file, pages } = compared;
    const isAnew = version !== undefined && version !== file.version;
    const shown = isAnew ? 0 : page;
    if (shown > 0 && shown >= pages.length) return undefined;
    const sections = pages[shown] ?? [];
    return { file: { ...file, sections }, page: shown, pages: pages.length, ...(isAnew && { isAnew }) };
  }

  #find(ask: AskedCall, version: string | undefined): Compared | undefined {
    if (version === undefined || this.#kept?.key !== keyOf(ask, version)) return undefined;
    this.#keep(ask, this.#kept.compared);
    return this.#kept.compared;
  }

  #keep(ask: AskedCall, compared: Compared): void {
    this.close();
    const { version } = compared.file;
    if (version === undefined) return;
    const forget = this.#options.clock.after(keptMs, () => (this.#kept = undefined));
    this.#kept = { key: keyOf(ask, version), compared, forget };
  }

  async #compare(ask: AskedCall, path: string): Promise<Compared | undefined> {
    // Gone before the next is made.
    this.close();
    const { clock, inputOf } = this.#options;
    const { found, version, text } = await contentOf(path, { largestBytes, patienceMs, clock });
    const about = { path, found, ...(version !== undefined && { version }) };
    const isComparable = found === 'text' || found === 'nothing';
    const json = isComparable ? await inputOf(ask) : Buffer.alloc(0);
    if (!json) return undefined;
    const change = isComparable ? await changeOf(ask, json, text ?? '') : { pages: [] };
    const { pages, ...known } = change;
    const compared = { file: { ...about, ...known }, pages };
    this.#keep(ask, compared);
    return compared;
  }
}

type AboutFile = Omit<EditedFile, 'sections'>;

interface Compared {
  file: AboutFile;
  pages: FileSection[][];
}

type Change = Pick<Compared, 'pages'> & Pick<AboutFile, 'lines' | 'isCut' | 'hasCrlf' | 'problem'>;

const notCompared = { pages: [], isCut: true };

/** An ask's own input never changes. */
const keyOf = ({ id }: AskedCall, version: string) => `${id} ${version}`;

async function changeOf({ toolName = '' }: AskedCall, json: Buffer, content: string): Promise<Change> {
  if (json.length > largestBytes) return notCompared;
  const input = await wholeFields(json, textFields);
  const hasCrlf = content.includes('\r\n');
  const about = hasCrlf ? { hasCrlf } : {};
  const before = hasCrlf ? await inSlices(plainEnds(content)) : content;
  const most = { text: largestBytes, byAll: 4 * largestBytes };
  const after = await inSlices(afterEditInSteps({ toolName, input }, before, most));
  if (!after || 'isTooLarge' in after) return { ...about, ...notCompared };
  if ('problem' in after) return { ...about, pages: [], problem: after.problem };
  const sections = await inSlices(pagedSections(before, hasCrlf ? await inSlices(plainEnds(after.text)) : after.text));
  return { ...about, ...(sections ?? notCompared) };
}
