// What came of tool calls, as text.
import type { SDKTaskNotificationMessage, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk';
import type { ToolCallId, ToolResult } from '@beckon/protocol';
import { resultText } from '../resultText.ts';

export interface CallResult {
  toolCallId: ToolCallId;
  result: ToolResult;
}

/** The results that a user message carries. Its other content is the person's own, or the CLI talking to the model. */
export function toolResults({ message }: Pick<SDKUserMessage, 'message'>): CallResult[] {
  if (!Array.isArray(message.content)) return [];
  return message.content.flatMap((block) =>
    block.type === 'tool_result'
      ? [
          {
            toolCallId: block.tool_use_id,
            result: { text: resultText(block.content), isError: block.is_error ?? false },
          },
        ]
      : [],
  );
}

/**
 * What a task in the background came to. Its call already has a result, a note to the model that the task was started;
 * this one takes its place.
 */
export function taskResult(task: SDKTaskNotificationMessage): CallResult[] {
  const { tool_use_id: toolCallId, summary, status, skip_transcript: isHousekeeping } = task;
  if (toolCallId === undefined || isHousekeeping || summary === '') return [];
  return [{ toolCallId, result: { text: summary, isError: status !== 'completed' } }];
}
