import { expect, it } from 'vitest';
import { amountWords, usageCsv, waitWords } from './usageWords.ts';

const counts = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4, costUsd: 0.5 };

it('is a table that no spreadsheet runs anything of', () => {
  const csv = usageCsv({
    total: counts,
    byDay: [{ key: '2026-11-18', ...counts }],
    byFolder: [],
    byModel: [],
    bySession: [{ key: 's', title: '=HYPERLINK("http://evil"), "quoted"', ...counts }],
    waits: { byTool: [{ key: 'Bash', asks: 2, waitedMs: 900, longestMs: 800 }], byHour: [], longest: [] },
    index: { isBusy: false, indexedBytes: 0, totalBytes: 0, skipped: { files: 0, folders: 0, lines: 0 } },
  });
  expect(csv.split('\r\n')).toEqual([
    'by,key,title,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,cost_usd,asks,waited_ms',
    'day,2026-11-18,,1,2,3,4,0.5,,',
    `session,s,"'=HYPERLINK(""http://evil""), ""quoted""",1,2,3,4,0.5,,`,
    'tool,Bash,,,,,,,2,900',
    '',
  ]);
});

it('says amounts as people do', () => {
  expect([amountWords(1_234_567, 'tokens'), amountWords(0.004, 'cost'), amountWords(12, 'cost')]).toEqual([
    '1.2M tokens',
    '< $0.01',
    '$12.00',
  ]);
  expect([waitWords(1500), waitWords(90_000), waitWords(9 * 3_600_000)]).toEqual(['1.5 s', '1 min 30 s', '9 h']);
});
