// What an edit makes of its file, against the file as the gateway found it when the edit was asked about: the lines that
// change with those around them, and in words what is special about the file.
import type { EditedFile, FileSection } from '@beckon/protocol';
import { linesOf } from '@beckon/protocol';
import { memo, useMemo } from 'react';
import { PathText } from '../text/PathText.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { Diff } from './Diff.tsx';

/** Whether its sections are all that the edit does, so that its texts need not be shown beside them. */
export function showsWhole({ found, sections, isCut }: EditedFile): boolean {
  return found === 'text' && sections.length > 0 && !isCut;
}

export interface FileChangeProps {
  file: Pick<EditedFile, 'path' | 'sections'>;
  /** How many of its sections are drawn, where not all are at once; then none is folded either. */
  drawn?: number;
}

export function FileChange({ file: { path, sections }, drawn }: FileChangeProps) {
  const all = useMemo(() => placed(sections), [sections]);
  return (
    <>
      <p className="font-mono text-[0.8125rem]">
        <PathText path={path} />
      </p>
      {all.slice(0, drawn).map(({ section, place }, index) => (
        <Section key={index} section={section} {...place} hasSwitch={index === 0} isWhole={drawn !== undefined} />
      ))}
    </>
  );
}

interface SectionProps {
  section: FileSection;
  /** The numbers of its first line. */
  before: number;
  after: number;
  hasSwitch: boolean;
  isWhole: boolean;
}

/** Those that are there already are not drawn again with the next. */
const Section = memo(function Section({ section, before, after, ...look }: SectionProps) {
  const { cell } = section;
  const place = useMemo(() => ({ before, after }), [before, after]);
  return (
    // Of many, those that are out of sight are not laid out with each that follows.
    <div className={`space-y-1 ${look.isWhole ? '[contain-intrinsic-size:auto_20rem] [content-visibility:auto]' : ''}`}>
      {cell !== undefined && (
        <p className="text-xs text-muted">
          Cell <VisibleText text={cell} />
        </p>
      )}
      <Diff {...shownTexts(section)} place={place} {...look} />
    </div>
  );
});

export function FileNotes({ file }: { file: EditedFile }) {
  const notes = notesOn(file);
  return (
    <>
      {/* Always there, so that a screen reader hears of what comes into it. */}
      <p role="status" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting empty:hidden">
        {changeWords(file)}
      </p>
      {notes.length > 0 && (
        <ul className="space-y-0.5 text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function changeWords({ changedAt, found }: EditedFile): string | undefined {
  if (changedAt === undefined) return undefined;
  if (found === 'nothing') return 'The file has gone since the agent asked.';
  return 'The file has changed since the agent asked. What you see here is what it would become now.';
}

function notesOn({ found, hasCrlf, problem, isCut, sections }: EditedFile): string[] {
  const [only, ...others] = sections;
  const isSame = found === 'text' && !isCut && !problem && !only;
  // Lines around a change are part of a section, so one with nothing left is the whole file.
  const isEmptied = found === 'text' && !isCut && only?.after === '' && only.cell === undefined && others.length === 0;
  return [
    problem && found === 'nothing' ? '' : foundWords[found],
    hasCrlf ? 'Its lines end as on Windows (CRLF).' : '',
    problem ? problemWords[found === 'nothing' ? 'no_file' : problem] : '',
    found === 'text' && isCut ? 'The change is too long to be shown in its place in the file.' : '',
    isSame ? 'The file would stay as it is.' : '',
    isEmptied ? 'The file would be empty.' : '',
  ].filter((note) => note !== '');
}

const foundWords: Record<EditedFile['found'], string> = {
  text: '',
  nothing: 'A new file: there is none at this path yet.',
  binary: 'What is there now is no text, and is not shown.',
  too_large: 'The file is too large to be compared with.',
  link: 'At this path is a link to somewhere else. Beckon does not follow it.',
  unreadable: 'The file as it is now could not be read.',
};

const problemWords: Record<NonNullable<EditedFile['problem']> | 'no_file', string> = {
  not_found: 'What it wants to replace was not in the file when Beckon looked: the edit would fail.',
  not_unique: 'What it wants to replace was in the file more than once when Beckon looked: the edit would fail.',
  no_notebook: 'What is there is no notebook: the edit would fail.',
  no_file: 'There was no file at this path when Beckon looked: the edit would fail.',
};

/** That a cell does not end in a line break is no news: none does. */
function shownTexts({ before, after, cell }: FileSection) {
  const ended = (text: string) => (cell === undefined || text === '' ? text : `${text}\n`);
  return { before: ended(before), after: ended(after) };
}

/** Each with the numbers of its first lines, before and after what those before it change. */
function placed(sections: readonly FileSection[]) {
  let shift = 0;
  return sections.map((section) => {
    const place = { before: section.line, after: section.line + shift };
    shift += linesOf(section.after).length - linesOf(section.before).length;
    return { section, place };
  });
}
