// An edit that is too large to be compared when it is asked about: it is compared now, and shown bit by bit as a diff of its file.
// Until all of that has been shown, or all of the input itself, it counts as unread.
import type { AskOf, ChangeSize, EditedFile, JsonObject } from '@beckon/protocol';
import { useEffect } from 'react';
import { useWhyNot } from '../../connection/useWhyNot.ts';
import { Button } from '../../elements/Button.tsx';
import { Disclosure } from '../../elements/Disclosure.tsx';
import { Problem } from '../../elements/Problem.tsx';
import { Spinner } from '../../elements/Spinner.tsx';
import { useOneMoreWithEachFrame } from '../../elements/useOneMoreWithEachFrame.ts';
import { byteSize, count } from '../../text/words.ts';
import { Fields } from '../../tools/Fields.tsx';
import { FileChange, FileNotes } from '../../tools/FileChange.tsx';
import { Reading, useUnread } from '../../tools/reading.tsx';
import { ToolInput } from '../../tools/ToolInput.tsx';
import type { Comparison } from './useComparison.ts';
import { useComparison } from './useComparison.ts';
import { usePieces } from './usePieces.ts';
import { PieceReader } from './WholeInput.tsx';

type ApprovalAsk = AskOf<'approval'>;

export interface LargeEditProps {
  ask: ApprovalAsk;
  /** Told how many lines change, once that is known. */
  onLines: (lines: ChangeSize | undefined) => void;
}

export default function LargeEdit({ ask, onLines }: LargeEditProps) {
  const { abridged } = ask;
  const comparison = useComparison(ask);
  const pieces = usePieces(ask, abridged ?? { bytes: 0 });
  const file = comparedFile(ask, comparison.file);
  const sections = file?.sections ?? [];
  const drawn = useOneMoreWithEachFrame(sections.length);
  const isAllShown = file !== undefined && comparison.shownPages >= comparison.pages && drawn === sections.length;
  const areAllPiecesShown = abridged !== undefined && pieces.areAllShown;
  // What is not compared is folded and unfolded by itself, where there are no pieces.
  useUnread(!isAllShown && !areAllPiecesShown && (abridged !== undefined || file !== undefined));
  const lines = file?.lines;
  useEffect(() => onLines(lines), [onLines, lines]);

  const input = (
    <ToolInput toolName={ask.toolName} input={ask.input} cuts={abridged?.cuts} file={comparison.file ?? ask.file} />
  );
  const whole = abridged ? (
    <>
      <Reading>{input}</Reading>
      <PieceReader pieces={pieces} abridged={abridged} />
    </>
  ) : (
    input
  );
  if (!file) {
    return (
      <>
        <Progress comparison={comparison} />
        {abridged && <p className="text-sm">{byteSize(abridged.bytes)} of content.</p>}
        {whole}
      </>
    );
  }
  const rest = otherFields(ask);
  const change = (
    <div className="space-y-2">
      <FileNotes file={file} />
      <FileChange file={file} drawn={drawn} />
      {Object.keys(rest).length > 0 && <Fields values={rest} />}
    </div>
  );
  return (
    <>
      {areAllPiecesShown ? <Reading>{change}</Reading> : change}
      <More comparison={comparison} />
      <Disclosure
        summary={<span className="text-sm">What the agent sent{abridged && `, ${byteSize(abridged.bytes)}`}</span>}
      >
        <div className="space-y-2 pt-1">
          <Reading>{whole}</Reading>
        </div>
      </Disclosure>
    </>
  );
}

/** What is shown in place of the input; undefined where that cannot be, or not yet. */
function comparedFile(ask: ApprovalAsk, file: EditedFile | undefined): EditedFile | undefined {
  if (!file || file.found !== 'text' || file.isCut || file.problem) return undefined;
  const isCutElsewhere = ask.abridged?.cuts.some(({ field }) => !comparedFields.includes(field));
  return isCutElsewhere || '…' in ask.input ? undefined : { ...file, ...changeOf(ask) };
}

/** When it was found to be another than the agent's person had been shown. */
function changeOf({ file }: ApprovalAsk): Pick<EditedFile, 'changedAt'> {
  return file?.changedAt === undefined ? {} : { changedAt: file.changedAt };
}

const comparedFields = ['file_path', 'content', 'old_string', 'new_string', 'edits'];

/** Those that the comparison does not show. */
function otherFields({ input }: ApprovalAsk): JsonObject {
  const isNews = ([name, value]: [string, unknown]) =>
    !comparedFields.includes(name) && !(name === 'replace_all' && value === false);
  return Object.fromEntries(Object.entries(input).filter(isNews));
}

function More({ comparison }: { comparison: Comparison }) {
  const { shownPages, pages, showMore, isLoading, file } = comparison;
  return (
    <>
      {pages > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="min-w-32 flex-1 text-sm text-muted">
            {showMore ? `${shownPages} of ${count(pages, 'part')} of the change shown` : 'All of the change is shown'}
          </p>
          {showMore && (
            <Button isBusy={isLoading && file !== undefined} onClick={showMore} className="max-sm:w-full">
              Show more of the change
            </Button>
          )}
        </div>
      )}
      <Failure comparison={comparison} />
    </>
  );
}

function Progress({ comparison }: { comparison: Comparison }) {
  return (
    <>
      {/* Always there, so that a screen reader hears of what comes into it. */}
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {comparison.isLoading && (
          <>
            <Spinner /> Comparing it with the file…
          </>
        )}
      </p>
      <Failure comparison={comparison} />
    </>
  );
}

function Failure({ comparison: { error, isLoading, tryAgain } }: { comparison: Comparison }) {
  const whyNot = useWhyNot(error);
  if (whyNot === undefined || isLoading) return null;
  return (
    <Problem>
      <p>It could not be compared with the file. {whyNot}</p>
      <Button className="mt-2" onClick={tryAgain}>
        Try again
      </Button>
    </Problem>
  );
}
