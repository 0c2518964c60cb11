// Reads the dialog in which a tool waits for leave to run.
import { takeChoices } from './choices.ts';
import type { ApprovalDialog } from './dialog.ts';
import { isDashedRule, isRule, joined, RowsFromBelow, withoutBar } from './screen.ts';

// From the bottom up: what a command or a file can put on the screen stands above the choices, never below.
export function readApproval(screen: readonly string[]): ApprovalDialog | undefined {
  const rows = new RowsFromBelow(screen);
  const footer = takeFooter(rows);
  const choices = takeChoices(rows, 1);
  if (choices === undefined) return undefined;
  const prompt = joined(rows.takeUntil((row) => row === '' || isDashedRule(row)));
  const remark = joined(rows.takeUntil((row) => isDashedRule(row) || isRule(row)));
  if (!isDashedRule(rows.take())) return undefined;
  const subject = rows.takeUntil((row) => isDashedRule(row) || isRule(row));
  if (!isDashedRule(rows.take())) return undefined;
  const [title = '', ...heading] = rows.takeUntil((row) => isRule(row));
  if (!isRule(rows.take())) return undefined;
  const name = title.trim().replace(FROM_AGENT, '');
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined || !tool.prompt.test(prompt)) return undefined;
  return {
    kind: 'approval',
    tool: tool.name,
    heading: withoutBar(heading),
    subject: withoutBar(subject),
    isNewFile: name === 'Create file',
    choices,
    canAmend: footer.includes('Tab to amend'),
    ...(saysWhy(remark, tool.name) && { reason: remark }),
  };
}

/** Of a tool from outside, its own description stands there; and that a command needs leave is no news. */
function saysWhy(remark: string, tool: ApprovalDialog['tool']): boolean {
  return tool !== 'MCP' && remark !== '' && remark !== 'This command requires approval';
}

/** Where several agents wait, the title says whose dialog this is, and how many there are. */
const FROM_AGENT = / · from the .+?(?: {2,}\d+ of \d+)?$/;

const aboutFile = /^Do you want to (create|overwrite|make this edit to) .+\?$/;
const toProceed = /^Do you want to proceed\?$/;

const tools: Record<string, { name: ApprovalDialog['tool']; prompt: RegExp }> = {
  'Bash command': { name: 'Bash', prompt: toProceed },
  'Create file': { name: 'Write', prompt: aboutFile },
  'Overwrite file': { name: 'Write', prompt: aboutFile },
  'Edit file': { name: 'Edit', prompt: aboutFile },
  'Edit notebook': { name: 'NotebookEdit', prompt: aboutFile },
  'Read file': { name: 'Read', prompt: toProceed },
  Fetch: { name: 'WebFetch', prompt: /^Do you want to allow Claude to fetch this content\?$/ },
  'Tool use': { name: 'MCP', prompt: toProceed },
};

/** Some dialogs have none. */
function takeFooter(rows: RowsFromBelow): string {
  const footer = joined(rows.copy().takeParagraph());
  if (!/^Esc to cancel( · .*)?$/.test(footer)) return '';
  rows.takeParagraph();
  rows.takeBlank();
  return footer;
}
