// Where it is kept what a person has decided about folders: one decision a folder, the last.
import type { Answerer, TrustDecision, TrustItem } from '@beckon/protocol';

export interface StoredTrust {
  id: string;
  /** Where it really is; no two have the same. */
  folder: string;
  /** `forgotten`: its person took the decision back, so that the folder is asked about again whoever else trusts it. */
  decision: TrustDecision | 'forgotten';
  /** What was decided about, and its digest. */
  items: TrustItem[];
  digest: string;
  decidedAt: number;
  decidedBy: Answerer;
}

export interface TrustStore {
  /** In the order in which their folders were first decided about. */
  list(): StoredTrust[];
  find(folder: string): StoredTrust | undefined;
  /** Takes the place of what was decided about that folder before. On disk when it returns. */
  save(trust: StoredTrust): void;
}
