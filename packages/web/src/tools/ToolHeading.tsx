// The line that names a tool call.
import type { JsonObject } from '@beckon/protocol';
import { toolWords } from '@beckon/protocol';
import {
  Bot,
  FileText,
  FilePen,
  FilePlus,
  Globe,
  ListTodo,
  MessageCircleQuestionMark,
  NotebookPen,
  Plug,
  Search,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { OneLine } from '../text/OneLine.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export function ToolHeading({ toolName, input }: { toolName: string; input: JsonObject | undefined }) {
  const { name, server, gist } = toolWords(toolName, input);
  const Icon = server !== undefined ? Plug : (Object.hasOwn(icons, toolName) && icons[toolName]) || Wrench;
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="shrink-0 font-medium">
        <VisibleText text={name} />
        {server !== undefined && <span className="font-normal text-muted"> from {server}</span>}
      </span>
      <span className="min-w-0 font-mono text-xs text-muted">
        <OneLine text={gist} />
      </span>
    </span>
  );
}

const icons: Record<string, LucideIcon> = {
  Agent: Bot,
  AskUserQuestion: MessageCircleQuestionMark,
  Bash: SquareTerminal,
  Edit: FilePen,
  Glob: Search,
  Grep: Search,
  MultiEdit: FilePen,
  NotebookEdit: NotebookPen,
  Read: FileText,
  Task: Bot,
  TodoWrite: ListTodo,
  WebFetch: Globe,
  WebSearch: Globe,
  Write: FilePlus,
};
