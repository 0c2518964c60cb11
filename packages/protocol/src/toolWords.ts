// A tool call in a few words: what it is called and what it is about.
import type { JsonObject } from './ids.ts';

export interface ToolWords {
  name: string;
  /** For an MCP tool: the server that offers it. */
  server?: string;
  /** What matters most about this call, on one line. Empty where nothing stands out. */
  gist: string;
}

export function toolWords(toolName: string, input: JsonObject | undefined): ToolWords {
  const [, server, mcpTool] = /^mcp__(.+?)__(.+)$/.exec(toolName) ?? [];
  const name = mcpTool ?? names.get(toolName) ?? toolName;
  return { name, gist: firstLine(gistOf(toolName, input ?? {})), ...(server !== undefined && { server }) };
}

/** Calls that start an agent of their own. */
export function startsAgent(toolName: string): boolean {
  return toolName === 'Agent' || toolName === 'Task';
}

/** A text of the input; undefined where a confused model put something else there. */
export function textOf(input: JsonObject, key: string): string | undefined {
  const value = input[key];
  return typeof value === 'string' ? value : undefined;
}

/** Maps, not objects: a tool may be called anything, `toString` too. */
const names = new Map([
  ['AskUserQuestion', 'Question'],
  ['ExitPlanMode', 'Plan'],
  ['Task', 'Agent'],
  ['TodoWrite', 'To-do list'],
  ['WebFetch', 'Fetch'],
  ['WebSearch', 'Web search'],
]);

/** Which field of a tool's input tells most, in order of preference. */
const tellingFields = new Map([
  ['Bash', ['command']],
  ['Write', ['file_path']],
  ['Edit', ['file_path']],
  ['MultiEdit', ['file_path']],
  ['NotebookEdit', ['notebook_path']],
  ['Read', ['file_path']],
  ['Grep', ['pattern']],
  ['Glob', ['pattern']],
  ['WebFetch', ['url']],
  ['WebSearch', ['query']],
  ['Agent', ['description', 'prompt']],
  ['Task', ['description', 'prompt']],
]);

function gistOf(toolName: string, input: JsonObject): string {
  const telling = tellingFields.get(toolName) ?? Object.keys(input);
  return telling.map((key) => textOf(input, key)).find((text) => text !== undefined && text.trim() !== '') ?? '';
}

/** The first line of a text; that there was more is shown. */
export function firstLine(text: string): string {
  const whole = text.trim();
  const end = whole.indexOf('\n');
  const first = end === -1 ? whole : whole.slice(0, end);
  return end !== -1 || first.length > 200 ? `${first.slice(0, 200)} …` : first;
}
