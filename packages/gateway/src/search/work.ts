// What the gateway and its search processes say to each other. Both are of one version: nothing is checked.
import type { SearchHit, UsageQuery, UsageReport } from '@beckon/protocol';
import type { IndexScope } from './indexFile.ts';
import type { ReadQuery } from './readQuery.ts';
import type { PassProgress, PassResult } from './takeUp.ts';

/** For a process that takes up what is new, and ends. */
export interface IndexWork extends IndexScope {
  path: string;
  /** Beckon's own database, where it has one. */
  database?: string;
}

export type IndexNews =
  { is: 'progress'; progress: PassProgress } | { is: 'done'; result: PassResult } | { is: 'failed'; message: string };

/** For a process that looks things up, and stays for more. */
export type FindWork = { id: number; path: string } & (
  { is: 'find'; query: ReadQuery; limit: number; before?: string | undefined } | { is: 'usage'; query: UsageQuery }
);

export interface FoundPage {
  hits: SearchHit[];
  next?: string;
}
export type Added = Omit<UsageReport, 'index'>;

/** Without a result there is no index that could be used. */
export interface FindReply {
  id: number;
  result?: FoundPage | Added;
}
