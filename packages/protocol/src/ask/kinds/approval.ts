// An agent asks for leave to use a tool.
import { z } from 'zod';
import { type EditedGrant, PermissionSuggestion } from '../../permission.ts';
import { ruleProblem } from '../../ruleReach.ts';
import { textOf, toolWords } from '../../toolWords.ts';
import type { Approve } from '../answer.ts';
import { type AboutToolCall, aboutToolCall, kindOfAsk, onlyFolders, recalledCall, toldNo } from './kind.ts';

export const approval = kindOfAsk({
  name: 'approval',
  announcedBy: 'approval_required',
  fields: {
    ...aboutToolCall,
    /** What "always allow" would grant; empty where that must not be offered. */
    suggestions: z.array(PermissionSuggestion),
    /** The card must open on its deny side and offer no one-key approval. */
    defaultToNo: z.boolean(),
  },
  answers: ['approve', 'deny'],
  expects: 'a yes or no to a tool',

  read({ suggestions }, answer) {
    if (answer.type === 'deny') return { ok: true, answer };
    if (answer.remember && suggestions.length === 0) {
      return { ok: false, message: '“remember”: this ask offers nothing that could be always allowed.' };
    }
    const problem = Array.isArray(answer.remember) && grantProblem(suggestions, answer.remember);
    if (problem) return { ok: false, message: `“remember”: ${problem}` };
    if (answer.permissionMode) {
      return { ok: false, message: '“permissionMode”: only a plan is approved into a mode.' };
    }
    if (answer.withoutSettings) return { ok: false, message: onlyFolders };
    return { ok: true, answer };
  },
  whole: wholeCall,
  shows: ({ toolName, input }) => [toolName, input],
  offers: ({ defaultToNo }) =>
    defaultToNo
      ? []
      : [
          { label: 'Approve', answer: { type: 'approve' } },
          { label: 'Deny', answer: { type: 'deny' } },
        ],
  runs: ({ type }) => type === 'approve',
  grants: ({ suggestions }) => suggestions,

  words: {
    headline: deedOf,
    wanted: 'Wants your leave to use a tool',
    asked({ toolName, input }) {
      const { name, gist } = toolWords(toolName, input);
      return `Asked to use ${name}${gist ? `: ${gist}` : ''}`;
    },
    gist: ({ toolName, input }) => toolWords(toolName, input).gist,
    wish: (answer) => (answer.type === 'deny' ? 'deny' : `approve${extent(answer, 'allow')}`),
    deed: (answer) => (answer.type === 'deny' ? 'Denied' : `Approved${extent(answer, 'allowed')}`),
    first: ({ type }) => (type === 'deny' ? 'denied it: it did not run' : 'allowed it: it ran'),
    parked: 'Your answer brings it back; approved, this very call runs.',
    orphaned:
      'It cannot take this call up again. Your answer is told to it in a message; if it makes the same call again, the ' +
      'answer applies to that, once.',
    recalled: recalledCall,
    told: (_, answer) => (answer.type === 'deny' ? toldNo(answer) : toldYes(answer)),
  },
});

function grantProblem(
  suggestions: readonly PermissionSuggestion[],
  chosen: readonly (number | EditedGrant)[],
): string | undefined {
  for (const each of chosen) {
    const edit = typeof each === 'object' ? each : undefined;
    const suggestion = suggestions[edit?.at ?? Number(each)];
    if (!suggestion) return 'this ask offers nothing at that place.';
    if (!edit) continue;
    const { editable } = suggestion;
    if (!editable) return 'what is offered at that place cannot be changed.';
    if (!editable.places.some(({ value }) => value === edit.place)) return 'a rule cannot be kept there.';
    const problem = ruleProblem(editable.toolName, edit.rule);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What the tools that everybody has do, with what matters most about the call after it. */
const verbs = new Map([
  ['Agent', 'Start an agent:'],
  ['Bash', 'Run'],
  ['Edit', 'Edit'],
  ['Glob', 'Find'],
  ['Grep', 'Search for'],
  ['MultiEdit', 'Edit'],
  ['NotebookEdit', 'Edit'],
  ['Read', 'Read'],
  ['Task', 'Start an agent:'],
  ['WebFetch', 'Fetch'],
  ['WebSearch', 'Search the web for'],
  ['Write', 'Write'],
]);

/** What of a command's input only tells its person about it. */
const besideCommand = new Set(['command', 'description']);

/** A command as it stands; of any other call each field of its input, with its name. */
function wholeCall({ toolName, input }: AboutToolCall): string {
  const command = toolName === 'Bash' ? textOf(input, 'command') : undefined;
  if (command !== undefined && Object.keys(input).every((name) => besideCommand.has(name))) return command;
  const fields = Object.entries(input).map(([name, value]) => {
    return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return [toolName, ...fields].join('\n');
}

function deedOf({ toolName, input }: AboutToolCall, cwd?: string): string {
  const { name, server, gist } = toolWords(toolName, input);
  const verb = verbs.get(toolName);
  if (verb !== undefined && gist !== '') return `${verb} ${shortened(toolName, gist, cwd)}`;
  return `Use ${name}${server === undefined ? '' : ` from ${server}`}${gist === '' ? '' : `: ${gist}`}`;
}

const ofFiles = new Set(['Edit', 'MultiEdit', 'NotebookEdit', 'Read', 'Write']);

/** A file of the session's folder by its path in it; of an address, who is spoken to. A card shows the whole of either. */
function shortened(toolName: string, gist: string, cwd: string | undefined): string {
  if (toolName === 'WebFetch') return hostOf(gist);
  const folder = cwd === undefined || cwd.endsWith('/') ? cwd : `${cwd}/`;
  const isInside = folder !== undefined && ofFiles.has(toolName) && gist.startsWith(folder);
  const path = isInside ? gist.slice(folder.length) : gist;
  // A path that climbs out again is shown whole, and so is the folder itself.
  return path === '' || path.split('/').includes('..') ? gist : path;
}

function hostOf(address: string): string {
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? [];
  // What stands before an @ is no host, whatever it looks like.
  return host.slice(host.lastIndexOf('@') + 1) || address;
}

function extent({ updatedInput, remember }: Approve, allow: 'allow' | 'allowed'): string {
  return `${updatedInput ? ' with changes' : ''}${remember ? ` and always ${allow}` : ''}`;
}

function toldYes({ updatedInput }: Approve): string {
  const again = 'If it is still needed, make exactly the same call as above again: it will be let through once';
  if (updatedInput === undefined) return `I approve it. ${again}.`;
  return `I approve it with this input instead: ${JSON.stringify(updatedInput)}\n\n${again}, with my input.`;
}
