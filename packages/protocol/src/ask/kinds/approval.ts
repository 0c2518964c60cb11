// An agent asks for leave to use a tool.
import { z } from 'zod';
import { PermissionSuggestion } from '../../permission.ts';
import { toolWords } from '../../toolWords.ts';
import type { Approve } from '../answer.ts';
import { type AboutToolCall, aboutToolCall, kindOfAsk, recalledCall, toldNo } from './kind.ts';

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
    if (answer.permissionMode) {
      return { ok: false, message: '“permissionMode”: only a plan is approved into a mode.' };
    }
    return { ok: true, answer };
  },
  shows: ({ toolName, input }) => [toolName, input],
  runs: ({ type }) => type === 'approve',
  grants: ({ suggestions }) => suggestions,

  words: {
    headline: deedOf,
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

function deedOf({ toolName, input }: AboutToolCall): string {
  const { name, server, gist } = toolWords(toolName, input);
  const verb = verbs.get(toolName);
  if (verb !== undefined && gist !== '') return `${verb} ${gist}`;
  return `Use ${name}${server === undefined ? '' : ` from ${server}`}${gist === '' ? '' : `: ${gist}`}`;
}

function extent({ updatedInput, remember }: Approve, allow: 'allow' | 'allowed'): string {
  return `${updatedInput ? ' with changes' : ''}${remember ? ` and always ${allow}` : ''}`;
}

function toldYes({ updatedInput }: Approve): string {
  const again = 'If it is still needed, make exactly the same call as above again: it will be let through once';
  if (updatedInput === undefined) return `I approve it. ${again}.`;
  return `I approve it with this input instead: ${JSON.stringify(updatedInput)}\n\n${again}, with my input.`;
}
