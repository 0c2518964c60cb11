// What any sensible model does when it hears, in a message, that a call which it had lost was approved: it makes the call
// again, exactly as it was.
import { call, say, type Scenario } from '../script.ts';

export const retold: Scenario[] = [
  {
    id: 'retold',
    title: 'An approved call is made again',
    description: 'The agent was interrupted while it waited; the answer reaches it in a message.',
    prompt: 'Before you were interrupted:\n\nBash {"command":"ls"}\n\nI approve it.',
    matches: /^Before you were interrupted[^\n]*\n\n\w+ \{.*\}\n\nI approve it\./s,
    turns: (prompt) => {
      const [, name = '', input = '{}'] = /\n\n(\w+) (\{.*\})\n\n/s.exec(prompt) ?? [];
      return [
        { blocks: [call(name, JSON.parse(input) as Record<string, unknown>)] },
        { blocks: [say('Done, as you said.')] },
      ];
    },
  },
];
