// The real input of a tool call, readable: each known tool's main fields as they deserve, and every other field after
// them, so that nothing of what will run is left out.
import type { Cut, EditedFile, JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';
import type { ComponentType } from 'react';
import { LongText } from '../elements/LongText.tsx';
import { PathText } from '../text/PathText.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { CutInput } from './CutInput.tsx';
import { Diff } from './Diff.tsx';
import { Fields } from './Fields.tsx';
import { FileChange, FileNotes, showsWhole } from './FileChange.tsx';

export interface ToolInputProps {
  toolName: string;
  input: JsonObject;
  /** The fields of which only the beginning and the end are in the input. */
  cuts?: readonly Cut[] | undefined;
  /** The file that it would change, as it was when that was asked about. */
  file?: EditedFile | undefined;
}

export function ToolInput({ toolName, input, cuts = [], file }: ToolInputProps) {
  // Two texts that have lost their middles cannot be compared, and none of them is what its tool would get.
  if (cuts.length > 0) {
    return (
      <div className="space-y-2">
        {file && <FileNotes file={file} />}
        <CutInput input={input} cuts={cuts} />
      </div>
    );
  }
  const view = Object.hasOwn(views, toolName) ? views[toolName] : undefined;
  const shownKeys = view?.canShow(input) ? view.keys : [];
  const unshown = Object.fromEntries(Object.entries(input).filter(([key]) => !shownKeys.includes(key)));
  const rest = toolName === 'Edit' ? withoutNoise(unshown) : unshown;
  const isInFile = file !== undefined && shownKeys.length > 0 && showsWhole(file);
  return (
    <div className="space-y-2">
      {file && shownKeys.length > 0 && <FileNotes file={file} />}
      {isInFile && <FileChange file={file} />}
      {view && shownKeys.length > 0 && !isInFile && <view.Main input={input} />}
      {Object.keys(rest).length > 0 && <Fields values={rest} />}
    </div>
  );
}

/** An edit replaces one place unless it says otherwise; that it does not say otherwise is no news. */
function withoutNoise({ replace_all, ...rest }: JsonObject): JsonObject {
  return replace_all === undefined || replace_all === false ? rest : { replace_all, ...rest };
}

/** What is said in a line or two; more is folded, as any long text. */
const lineLength = 1000;

interface InputView {
  keys: string[];
  canShow(input: JsonObject): boolean;
  Main: ComponentType<{ input: JsonObject }>;
}

/** A view of fields that are all text; others than text fall back to the plain list of fields. */
function textView(keys: string[], Main: ComponentType<Record<string, string>>): InputView {
  return {
    keys,
    canShow: (input) => keys.every((key) => textOf(input, key) !== undefined),
    Main: ({ input }) => <Main {...Object.fromEntries(keys.map((key) => [key, textOf(input, key) ?? '']))} />,
  };
}

const views: Record<string, InputView> = {
  Bash: {
    keys: ['command', 'description'],
    canShow: (input) => textOf(input, 'command') !== undefined && hasNoneOrText(input, 'description'),
    Main: ({ input }) => (
      <>
        <LongText label="Command" text={textOf(input, 'command') ?? ''} lineLimit={60} isCommand />
        <AgentsWords text={textOf(input, 'description')} />
      </>
    ),
  },
  Write: textView(['file_path', 'content'], ({ file_path = '', content = '' }) => (
    <>
      <Path path={file_path} />
      <LongText label="Content" text={content} />
    </>
  )),
  Edit: textView(['file_path', 'old_string', 'new_string'], ({ file_path = '', old_string = '', new_string = '' }) => (
    <>
      <Path path={file_path} />
      <Diff before={old_string} after={new_string} />
    </>
  )),
  MultiEdit: {
    keys: ['file_path', 'edits'],
    canShow: (input) => textOf(input, 'file_path') !== undefined && editsOf(input) !== undefined,
    Main: ({ input }) => (
      <>
        <Path path={textOf(input, 'file_path') ?? ''} />
        {editsOf(input)?.map(({ before, after, rest }, index) => (
          <div key={index} className="space-y-1">
            <Diff before={before} after={after} />
            {Object.keys(rest).length > 0 && <Fields values={rest} />}
          </div>
        ))}
      </>
    ),
  },
  NotebookEdit: textView(['notebook_path', 'new_source'], ({ notebook_path = '', new_source = '' }) => (
    <>
      <Path path={notebook_path} />
      <LongText label="New source of the cell" text={new_source} />
    </>
  )),
  Read: textView(['file_path'], ({ file_path = '' }) => <Path path={file_path} />),
  WebFetch: textView(['url'], ({ url = '' }) => <Path path={url} />),
  Agent: textView(['prompt'], ({ prompt = '' }) => <LongText label="Prompt" text={prompt} lineLimit={6} />),
  Task: textView(['prompt'], ({ prompt = '' }) => <LongText label="Prompt" text={prompt} lineLimit={6} />),
};

function hasNoneOrText(input: JsonObject, key: string): boolean {
  return input[key] === undefined || textOf(input, key) !== undefined;
}

/** What the agent says that a call is for: its own words, and no proof of anything. */
function AgentsWords({ text }: { text: string | undefined }) {
  if (text === undefined || text.trim() === '') return null;
  if (text.length > lineLength) return <LongText label="What the agent says" text={text} lineLimit={4} />;
  return (
    <p className="text-sm break-words text-muted">
      The agent says: “<VisibleText text={text} />”
    </p>
  );
}

function Path({ path }: { path: string }) {
  if (path.length > lineLength) return <LongText label="Path" text={path} lineLimit={4} />;
  return (
    <p className="font-mono text-[0.8125rem]">
      <PathText path={path} />
    </p>
  );
}

/** Undefined where the edits are not what they should be. */
function editsOf(input: JsonObject): { before: string; after: string; rest: JsonObject }[] | undefined {
  if (!Array.isArray(input.edits)) return undefined;
  const edits = input.edits.flatMap((edit: unknown) => {
    if (typeof edit !== 'object' || edit === null) return [];
    const { old_string: before, new_string: after, ...rest } = edit as JsonObject;
    return typeof before === 'string' && typeof after === 'string' ? [{ before, after, rest: withoutNoise(rest) }] : [];
  });
  return edits.length === input.edits.length ? edits : undefined;
}
