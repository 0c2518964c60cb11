// A made-up conversation, line by line as it stands in a transcript.
import { randomUUID } from 'node:crypto';

/** What the CLI 2.1.325 writes, without its records of its own requests, which would flatter the reader. */
export function conversationLines(turns: number, from = 0): string[] {
  return Array.from({ length: turns }, (_, turn) => turnLines(from + turn)).flat();
}

/** A prompt, two messages of the agent's, and the end of the turn. */
export const messagesPerTurn = 4;

function turnLines(turn: number): string[] {
  const toolCallId = `toolu_01${String(turn).padStart(22, '0')}`;
  const input = { command: `grep -rn "value ${turn}" src | head -40`, description: 'Find where the value is used' };
  const output = `src/file.ts:${turn}:  const value = compute(input, options);\n`.repeat(40);
  return [
    line('user', {
      promptId: randomUUID(),
      message: { role: 'user', content: `Where is value ${turn} used, and why?` },
      permissionMode: 'default',
      origin: { kind: 'human' },
      promptSource: 'typed',
      turnOrigin: 'human',
      turnPosition: { promptIndex: turn, turnIndex: turn },
    }),
    assistantLine(`msg_a${turn}`, { type: 'text', text: 'I look for it in the sources first. '.repeat(4) }),
    assistantLine(`msg_a${turn}`, { type: 'tool_use', name: 'Bash', input, id: toolCallId }),
    line('user', {
      promptId: randomUUID(),
      message: {
        role: 'user',
        content: [{ tool_use_id: toolCallId, type: 'tool_result', content: output, is_error: false }],
      },
      toolUseResult: { stdout: output, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
      sandboxed: false,
      sourceToolAssistantUUID: randomUUID(),
      permissionDecision: { decision: 'accept', source: 'user_temporary', grantScope: 'once', reasonCode: 'unknown' },
    }),
    assistantLine(`msg_b${turn}`, { type: 'text', text: 'It is used here, for the following reason. '.repeat(12) }),
    line('system', { subtype: 'turn_duration', durationMs: 812, messageCount: 6 * turn, isMeta: false }),
  ];
}

function assistantLine(id: string, block: object): string {
  const usage = {
    input_tokens: 12_000,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 11_000,
    output_tokens: 150,
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 200 },
    inference_geo: '',
    iterations: [],
    speed: 'standard',
    fallback_credit: null,
  };
  const model = 'claude-opus-5-5';
  return line('assistant', {
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [block],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage,
      stop_details: null,
    },
    apiBlockIndex: 0,
    requestRef: randomUUID(),
    requestedModel: model,
    promptCacheRequested: '5m',
    effort: 'medium',
    perTurnEffort: 'medium',
    madeBy: 'model',
  });
}

let lineCount = 0;

function line(type: string, fields: object): string {
  const sessionId = '11111111-1111-4111-8111-111111111111';
  return JSON.stringify({
    parentUuid: randomUUID(),
    isSidechain: false,
    ...fields,
    type,
    uuid: randomUUID(),
    timestamp: new Date(Date.UTC(2026, 0) + lineCount++ * 700).toISOString(),
    userType: 'external',
    entrypoint: 'cli',
    cwd: '/home/ann/projects/website',
    sessionId,
    version: '2.1.325',
    gitBranch: 'main',
    session_id: sessionId,
  });
}
