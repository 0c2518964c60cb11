// Asks that are too large to be carried around, and more asks than are open at once: none is lost, none is approved.
import { statSync } from 'node:fs';
import type { Ask, Transport } from '@beckon/protocol';
import { HttpTransport } from '@beckon/protocol';
import { describe, expect, test, vi } from 'vitest';
import { approvalDraft, planDraft } from '../../../../tests/support/asks.ts';
import type { TestGateway } from '../../../../tests/support/testGateway.ts';
import { serveGateway, testGateway, token } from '../../../../tests/support/testGateway.ts';

const megabytes = (count: number, text = 'a line of it\n') => text.repeat((count * 1024 * 1024) / text.length);
const large = { file_path: '/w/a.txt', content: `begin\n${megabytes(5)}end` };

async function begin(house: TestGateway) {
  const client = house.gateway.connect('test');
  const session = await client.createSession({ cwd: house.folder.path });
  return { client, session, agent: house.driver.agent(session.id) };
}

async function opened(client: Transport, count = 1): Promise<Ask[]> {
  await vi.waitFor(async () => expect((await client.listAsks()).asks).toHaveLength(count), 15_000);
  return (await client.listAsks()).asks;
}

const write = (toolCallId: string, input: object) =>
  approvalDraft({ toolCallId, toolName: 'Write', input: { ...input }, suggestions: [] });

describe('an ask with an input of 5 MB', () => {
  test('is shown with its ends, its size and its digest, is never low risk, and is read whole in pieces', async () => {
    await using house = await testGateway('SQLite');
    await using server = await serveGateway(house);
    const { client, agent } = await begin(house);
    void agent.ask(write('large', large));
    const [ask] = await opened(client);
    const bytes = Buffer.byteLength(JSON.stringify(large));
    expect(ask).toMatchObject({ abridged: { bytes }, risk: { level: 'high', findings: [{ code: 'too_long' }] } });
    expect(ask!.input!['content']).toMatch(/^begin\n[^]*bytes are left out here[^]*end$/);
    expect(JSON.stringify(ask).length).toBeLessThan(20_000);
    const http = new HttpTransport({ baseUrl: server.url, token });
    let text = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const piece = await http.readInput(ask!.id, { offset });
      text += piece.text;
      offset = piece.next;
    }
    expect(JSON.parse(text)).toEqual(large);
  });

  test('[L4] is decided by its person, and the agent goes on with what it has asked', async () => {
    await using house = await testGateway();
    const { client, agent } = await begin(house);
    const outcome = agent.ask(write('large', large));
    const [ask] = await opened(client);
    await expect(client.answer(ask!.id, { type: 'approve', updatedInput: { file_path: 'x' } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await client.answer(ask!.id, { type: 'approve' });
    expect(await outcome).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
  });

  test('[L5] raised again it is the same ask; with another middle it is another one', async () => {
    await using house = await testGateway();
    const { client, agent } = await begin(house);
    void agent.ask(write('large', large));
    const [first] = await opened(client);
    void agent.ask(write('large', large));
    const other = { ...large, content: large.content.replace(/^(begin\n[^]{1000000})./, '$1X') };
    const superseding = agent.ask(write('large', other));
    await vi.waitFor(async () => {
      const [now] = (await client.listAsks()).asks;
      expect([now?.follows, now?.abridged?.digest === first!.abridged?.digest]).toEqual([first!.id, false]);
    }, 15_000);
    await expect(client.answer(first!.id, { type: 'approve' })).rejects.toMatchObject({ code: 'ask_withdrawn' });
    expect(await Promise.race([superseding, Promise.resolve('waits')])).toBe('waits');
  });

  test('a plan of 5 MB is shown with its ends, and read whole', async () => {
    await using house = await testGateway();
    const { client, agent } = await begin(house);
    const plan = `# A plan\n${megabytes(5)}end`;
    void agent.ask(planDraft({ toolCallId: 'plan', input: {}, plan }));
    const [ask] = await opened(client);
    expect(ask).toMatchObject({
      kind: 'plan',
      plan: expect.stringMatching(/^# A plan\n[^]*left out[^]*end$/) as string,
    });
    const { text } = await client.readInput(ask!.id);
    expect(text.startsWith('{"plan":"# A plan\\na line of it')).toBe(true);
  });

  test('its life costs the disk little more than its content', async () => {
    await using house = await testGateway('SQLite');
    const { client, agent } = await begin(house);
    const inputs = Array.from({ length: 4 }, (_, n) => ({ ...large, content: `${n}${large.content}` }));
    const outcomes = inputs.map((input, n) => agent.ask(write(`large-${n}`, input)));
    for (const { id } of await opened(client, 4)) {
      await client.markSeen(id);
      await client.answer(id, { type: 'deny' });
    }
    await Promise.all(outcomes);
    const content = inputs.reduce((sum, input) => sum + JSON.stringify(input).length, 0);
    await house.gateway.close();
    expect(statSync(house.folder.at('beckon.db')).size).toBeLessThan(1.5 * content);
  });
});

describe('more asks than are open at once', () => {
  test('[L4] the others wait for their turn, counted on the session; none is lost, none is approved', async () => {
    await using house = await testGateway('memory', { limits: { openAsks: 3 } });
    const { client, session, agent } = await begin(house);
    const calls = Array.from({ length: 10 }, (_, n) => approvalDraft({ toolCallId: `call-${n}` }));
    const outcomes = calls.map((call) => agent.ask(call));
    expect((await opened(client, 3)).map(({ toolCallId }) => toolCallId)).toEqual(['call-0', 'call-1', 'call-2']);
    house.clock.advance(1_000);
    expect(await client.getSession(session.id)).toMatchObject({ moreAsks: 7 });
    for (const { toolCallId } of calls) {
      const asks = await opened(client, Math.min(3, 10 - Number(toolCallId.slice(5))));
      await client.answer(asks[0]!.id, { type: 'deny', message: toolCallId });
    }
    const answers = (await Promise.all(outcomes)).map((outcome) => outcome.type === 'answered' && outcome.answer);
    expect(answers).toEqual(calls.map(({ toolCallId }) => ({ type: 'deny', message: toolCallId })));
    house.clock.advance(1_000);
    expect(await client.getSession(session.id)).not.toHaveProperty('moreAsks');
  });

  test('[L7] an agent that is interrupted leaves nobody in line', async () => {
    await using house = await testGateway('memory', { limits: { openAsks: 1 } });
    const { client, session, agent } = await begin(house);
    const outcomes = ['one', 'two', 'three'].map((toolCallId) => agent.ask(approvalDraft({ toolCallId })));
    await opened(client, 1);
    await client.interrupt(session.id);
    const ends = await Promise.all(outcomes);
    expect(ends.map(({ type }) => type)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
    expect((await client.listAsks()).asks).toEqual([]);
  });
});
