// Reads the dialog in which the agent asks to leave plan mode, with its plan or without one.
import { takeChoices } from './choices.ts';
import type { Choice, PlanDialog } from './dialog.ts';
import { isDashedRule, isRule, joined, RowsFromBelow } from './screen.ts';

export function readPlan(screen: readonly string[]): PlanDialog | undefined {
  return readWithPlan(screen) ?? readWithoutPlan(screen);
}

function readWithPlan(screen: readonly string[]): PlanDialog | undefined {
  const rows = new RowsFromBelow(screen);
  if (joined(rows.copy().takeParagraph()).startsWith('ctrl+g to edit')) {
    rows.takeParagraph();
    rows.takeBlank();
  }
  const choices = takeChoices(rows, 3);
  const prompt = joined(rows.takeParagraph().filter((row) => !isRule(row, 2)));
  if (choices === undefined || !prompt.endsWith('Would you like to proceed?')) return undefined;
  // What lies between the plan and the prompt is empty, however tall the screen is.
  rows.takeUntil((row) => isDashedRule(row, 2));
  if (!isDashedRule(rows.take(), 2)) return undefined;
  const plan = rows.takeUntil((row) => isDashedRule(row, 2));
  if (!isDashedRule(rows.take(), 2)) return undefined;
  if (joined(rows.takeParagraph()) !== "Here is Claude's plan:") return undefined;
  const title = rows.takeParagraph();
  if (!isRule(title[0], 2) || joined(title.slice(1)) !== 'Ready to code?') return undefined;
  return { kind: 'plan', plan, choices: choices.map(withoutHint) };
}

function readWithoutPlan(screen: readonly string[]): PlanDialog | undefined {
  const rows = new RowsFromBelow(screen);
  const choices = takeChoices(rows, 4);
  if (choices === undefined || joined(rows.takeParagraph()) !== 'Claude wants to exit plan mode') return undefined;
  const title = rows.takeParagraph();
  if (!isRule(title[0], 2) || joined(title.slice(1)) !== 'Exit plan mode?') return undefined;
  return { kind: 'plan', choices };
}

function withoutHint(choice: Choice): Choice {
  return { ...choice, rows: choice.rows.filter((row) => row !== 'shift+tab to approve with this feedback') };
}
