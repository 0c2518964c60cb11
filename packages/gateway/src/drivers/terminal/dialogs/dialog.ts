// The dialogs that `claude` puts on its screen, as far as Beckon understands them.

export type Dialog = ApprovalDialog | QuestionDialog | ReviewDialog | PlanDialog | StartUpDialog;

/** May the tool run? */
export interface ApprovalDialog {
  kind: 'approval';
  tool: 'Bash' | 'Write' | 'Edit' | 'NotebookEdit' | 'Read' | 'WebFetch' | 'MCP';
  /** What stands below the title: a file's path, a description, a tool's name, sometimes a tip before it. */
  heading: string[];
  /** What stands between the dashed lines: a command, a file or its difference, an input. */
  subject: string[];
  /** Whether the subject is a whole new file. */
  isNewFile: boolean;
  choices: Choice[];
  /** Whether Tab opens the highlighted choice for a text. */
  canAmend: boolean;
  /** Why it is asked, where the terminal says so: no file and no command can put anything there. */
  reason?: string;
}

/** One of the questions that are asked together, each on a tab. */
export interface QuestionDialog {
  kind: 'question';
  tabs: { header: string; isAnswered: boolean }[];
  question: string[];
  multiSelect: boolean;
  /** The options and, last, the field for any other text. */
  options: Option[];
  /** The row below a multi-select's options, to go on with. */
  goOn?: { isHighlighted: boolean };
}

/** The answers to several questions, before they are sent. */
export interface ReviewDialog {
  kind: 'review';
  isComplete: boolean;
  answers: { question: string[]; answer: string[] }[];
  choices: Choice[];
}

export interface PlanDialog {
  kind: 'plan';
  /** As it is rendered; absent where the agent leaves plan mode without having written one. */
  plan?: string[];
  choices: Choice[];
}

/** Asked before a session begins: whether to trust its folder, or to use an API key. */
export type StartUpDialog =
  | { kind: 'trust'; choices: Choice[] }
  /** Beckon tells its person, and leaves the answer to them. */
  | { kind: 'api_key' };

/** A text on the screen is its rows: where a row ends, the text may have had white space or none. */
export interface Choice {
  rows: string[];
  isHighlighted: boolean;
}

export interface Option extends Choice {
  /** In a multi-select. */
  isChecked: boolean;
}
