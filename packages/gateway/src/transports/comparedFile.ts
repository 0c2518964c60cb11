// A comparison of an ask's edit with its file. Whoever looks at one must approve that and nothing else: where the file is no
// longer the one that the ask shows, the ask is brought up to date, for everyone.
import type { Ask, ComparisonQuery, FileComparison } from '@beckon/protocol';
import { BeckonError, isOpen } from '@beckon/protocol';
import type { GatewayParts } from './gatewayParts.ts';

export async function comparedFile(
  { ledger, fileOf, comparisons }: Pick<GatewayParts, 'ledger' | 'fileOf' | 'comparisons'>,
  asked: Ask,
  query: ComparisonQuery,
): Promise<FileComparison> {
  const comparison = await comparisons.pageOf(asked, query);
  if (!comparison) {
    throw new BeckonError('not_found', 'This changes no file that could be compared, or has no such page.');
  }
  const { file } = comparison;
  const isOther = () => {
    const ask = ledger.get(asked.id);
    return isOpen(ask) && file.version !== undefined && file.version !== ask.file?.version;
  };
  const now = isOther() ? await fileOf(asked, asked.input) : undefined;
  // Another one by then is found by the next who looks.
  if (now && now.version === file.version && isOther()) ledger.noteFile(asked.id, now);
  const { changedAt } = ledger.get(asked.id).file ?? {};
  return changedAt === undefined ? comparison : { ...comparison, file: { ...file, changedAt } };
}
