// What Claude keeps of its conversations, read in pages. A place is a line of a transcript, with what a reader must know to
// go on from there.
import { join, relative } from 'node:path';
import type { PastPage, PastQuery, Place } from '../driver.ts';
import type { Mark } from './transcript/mark.ts';
import type { PagesEnd } from './transcript/partsBefore.ts';
import { TranscriptPages } from './transcript/transcriptPages.ts';

/** Of these conversations it is remembered where their chapters begin; of others that is found out again. */
const MOST_REMEMBERED = 8;

export class PastConversations {
  readonly #projects: string;
  /** By where they end, the one that was looked at last at the end. */
  readonly #pages = new Map<Place, TranscriptPages>();

  constructor(projects: string) {
    this.#projects = projects;
  }

  place(transcript: string, where: Mark | { offset: number; isTurnOver: true }): Place {
    return JSON.stringify({ transcript: relative(this.#projects, transcript), ...where } satisfies KeptPlace);
  }

  /** Where to go on in this transcript; undefined where the place is none of it. */
  mark(transcript: string, place: Place | undefined): Mark | undefined {
    const kept = place === undefined ? undefined : readPlace(place);
    if (!kept?.state || join(this.#projects, kept.transcript) !== transcript) return undefined;
    return { offset: kept.offset, state: kept.state };
  }

  page(end: Place, query: PastQuery): Promise<PastPage> {
    return this.#pagesBefore(end).page(query);
  }

  #pagesBefore(end: Place): TranscriptPages {
    const { transcript, ...where } = readPlace(end);
    const pages = this.#pages.get(end) ?? new TranscriptPages(join(this.#projects, transcript), where);
    this.#pages.delete(end);
    this.#pages.set(end, pages);
    const [oldest] = this.#pages.keys();
    if (oldest !== undefined && this.#pages.size > MOST_REMEMBERED) this.#pages.delete(oldest);
    return pages;
  }
}

interface KeptPlace extends PagesEnd {
  /** Below the folder of all projects. */
  transcript: string;
}

/** Nobody else has written it. */
function readPlace(place: Place): KeptPlace {
  return JSON.parse(place) as KeptPlace;
}
