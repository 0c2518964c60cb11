// The risk of an ask: found once, when it is admitted, from the real input of its tool.
import type { JsonObject, Risk } from '@beckon/protocol';
import { isDisguised, textOf } from '@beckon/protocol';
import type { FindingCode } from './findings.ts';
import { riskFrom } from './findings.ts';
import type { Whereabouts } from './places.ts';
import { isSecret, placeOf } from './places.ts';
import { plainWord } from './shellCommands.ts';
import { shellFindings, writeFindings } from './shellRisk.ts';

export function riskOf(toolName: string, input: JsonObject, where: Whereabouts): Risk {
  const judge = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
  const found = judge?.(input, where);
  return found ? riskFrom(found) : { level: 'unknown', findings: [] };
}

/** Undefined where the input is not what it should be. */
type Judge = (input: JsonObject, where: Whereabouts) => FindingCode[] | undefined;

const tools: Record<string, Judge> = {
  Bash: (input, where) => {
    const command = textOf(input, 'command');
    if (command === undefined) return undefined;
    const isLater = input['run_in_background'] === true;
    return [
      ...disguises(command, 'command'),
      ...shellFindings(command, where),
      ...(isLater ? (['background'] as const) : []),
    ];
  },
  Write: writing('file_path'),
  Edit: writing('file_path'),
  MultiEdit: writing('file_path'),
  NotebookEdit: writing('notebook_path'),
  Read: reading('file_path'),
  Glob: reading('path', 'pattern'),
  Grep: reading('path', 'pattern'),
  WebFetch: (input) => ['network', ...disguises(textOf(input, 'url') ?? '', 'text')],
  WebSearch: () => ['network'],
  // These run nothing by themselves.
  AskUserQuestion: () => [],
  ExitPlanMode: () => [],
};

function writing(key: string): Judge {
  return (input, where) => {
    const path = textOf(input, key);
    if (path === undefined) return undefined;
    const place = placeOf(plainWord(path), where);
    // A path of these tools is no pattern, so that it is always known.
    const written = place === 'open' ? [] : writeFindings(place);
    return [...written, ...(isSecret(path) ? (['credentials'] as const) : []), ...disguises(path, 'text')];
  };
}

function reading(...keys: string[]): Judge {
  return (input) => {
    const texts = keys.flatMap((key) => textOf(input, key) ?? []);
    return texts.some(isSecret) ? ['credentials'] : [];
  };
}

/** Line ends of another system are shown on the card, and are no disguise. */
function disguises(text: string, as: 'text' | 'command'): FindingCode[] {
  return isDisguised(text.replaceAll('\r\n', '\n'), as) ? ['disguised'] : [];
}
