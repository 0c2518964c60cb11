// Live views of a real tmux pane, over control mode.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaneViews, type PaneEvent, type PaneView } from '../../packages/gateway/src/drivers/terminal/tmux/paneView.ts';
import { eventually, startTmux, written, type TestTmux } from '../support/terminals.ts';

let stage: TestTmux;
let views: PaneViews;
beforeAll(() => {
  stage = startTmux();
  views = new PaneViews(stage.tmux);
});
afterAll(async () => {
  views.close();
  await stage[Symbol.asyncDispose]();
});

const RAW = 'stty raw -echo; echo ready; exec cat';

test('[C11] a view begins with the screen and goes on with the output: no gap, nothing twice', async () => {
  await stage.script('count', 'i=0; while :; do i=$((i+1)); echo $i; done');
  for (let round = 0; round < 5; round += 1) {
    await using view = await views.open('count');
    const events = view.events[Symbol.asyncIterator]();
    const first = (await events.next()).value as PaneEvent;
    if (first.type !== 'screen') throw new Error(`began with ${first.type}`);
    let text = textUpToCursor(first.bytes);
    while (text.length < 20_000) {
      const event = (await events.next()).value as PaneEvent;
      if (event.type === 'output') text += Buffer.from(event.bytes).toString('latin1');
      // Behind by more than its queue holds: the rest is a new beginning.
      else break;
    }
    const numbers = text.split('\r\n').slice(1, -1).map(Number);
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  }
  await stage.tmux.kill('count');
});

test('every byte that a program writes is seen, UTF-8 or not', async () => {
  await stage.script(
    'bytes',
    'echo ready; read go; printf "\\303\\251\\342\\202\\254\\360\\237\\221\\215\\377\\200\\134"; exec sleep 600',
  );
  await using view = await views.open('bytes');
  const seen = collect(view);
  await eventually(() => expect(seen.events[0]?.type).toBe('screen'));
  view.mayType = true;
  view.write(Buffer.from('\r'));
  const expected = Buffer.from('é€👍').toString('latin1') + '\xff\x80\\';
  await eventually(() => expect(seen.output().toString('latin1')).toContain(expected));
  await stage.tmux.kill('bytes');
});

test('several viewers share one client, which goes with the last of them', async () => {
  await stage.script('shared', `${RAW} > shared.out`);
  const one = await views.open('shared');
  const two = await views.open('shared');
  const seen = [collect(one), collect(two)];
  await eventually(() => seen.forEach(({ events }) => expect(events[0]?.type).toBe('screen')));
  expect(await stage.tmux.find('shared')).toMatchObject({ attachedClients: 1 });
  one.close();
  two.mayType = true;
  two.write(Buffer.from('still here'));
  await eventually(() => expect(written(stage.at('shared.out')).toString()).toBe('still here'));
  two.close();
  await eventually(async () => expect(await stage.tmux.find('shared')).toMatchObject({ attachedClients: 0 }));
  await stage.tmux.kill('shared');
});

test('[C11] a view is for looking until someone chooses to type', async () => {
  await stage.script('quiet', `${RAW} > quiet.out`);
  await using view = await views.open('quiet');
  expect(() => view.write(Buffer.from('x'))).toThrow('for looking');
  expect(() => view.resize({ cols: 90, rows: 30 })).toThrow('for looking');
  await expect(view.paste('x')).rejects.toThrow('for looking');
  view.mayType = true;
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
  view.write(bytes);
  await eventually(() => expect(written(stage.at('quiet.out'))).toEqual(bytes));
  await view.paste('Enter\u0003');
  await eventually(() => expect(written(stage.at('quiet.out')).subarray(1000).toString()).toBe('Enter'));
  await stage.tmux.kill('quiet');
});

test('the terminal takes the size of the view, and every viewer gets the new screen', async () => {
  await stage.script('sized', 'exec sleep 600');
  await using view = await views.open('sized');
  await using other = await views.open('sized');
  const seen = collect(other);
  view.mayType = true;
  view.resize({ cols: 91, rows: 31 });
  await eventually(() => expect(seen.events.at(-1)).toMatchObject({ type: 'screen', size: { cols: 91, rows: 31 } }));
  expect(await stage.tmux.find('sized')).toMatchObject({ size: { cols: 91, rows: 31 } });
  view.resize({ cols: 0, rows: -3 });
  view.resize({ cols: Number.NaN, rows: 1e9 });
  await stage.tmux.resize('sized', { cols: 70, rows: 20 });
  await stage.tmux.kill('sized');
});

test('[C11] a view can begin with what has scrolled off the screen', async () => {
  await stage.script('above', 'i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo "row $i."; done; exec sleep 600');
  await eventually(async () => expect(await stage.tmux.screen('above')).toContain('row 300.'));
  const rowsOf = async (rowsAbove?: number) => {
    await using view = await views.open('above', { rowsAbove });
    const seen = collect(view);
    await eventually(() => expect(seen.events[0]?.type).toBe('screen'));
    return (
      seen
        .all()
        .toString('latin1')
        .match(/row \d+\./g) ?? []
    );
  };
  expect((await rowsOf()).length).toBeLessThan(60);
  expect(await rowsOf(2000)).toEqual(Array.from({ length: 300 }, (_, index) => `row ${index + 1}.`));
  await stage.tmux.kill('above');
});

test('a size is held while its holder looks, and goes back when they leave', async () => {
  await stage.script('held', 'exec sleep 600');
  const { sizes } = views;
  const sizeNow = async () => (await stage.tmux.find('held'))?.size;
  const [before, small] = [await sizeNow(), { cols: 45, rows: 30 }];
  const leaves = [sizes.look('held', 'phone'), sizes.look('held', 'phone'), sizes.look('held', 'desktop')] as const;
  await sizes.hold('held', 'phone', small);
  leaves[2]();
  leaves[0]();
  // Cut off, and back before anyone could notice.
  leaves[1]();
  const leave = sizes.look('held', 'phone');
  await sizes.hold('held', 'phone', { cols: 46, rows: 30 });
  expect(await sizeNow()).toEqual({ cols: 46, rows: 30 });
  leave();
  await eventually(async () => expect(await sizeNow()).toEqual(before));

  const leaveAgain = sizes.look('held', 'phone');
  await sizes.hold('held', 'phone', small);
  const other = sizes.look('held', 'desktop');
  await sizes.hold('held', 'desktop', { cols: 140, rows: 40 });
  leaveAgain();
  other();
  await eventually(async () => expect(await sizeNow()).toEqual(before));
  await stage.tmux.kill('held');
});

test('[L8] a viewer that does not read delays nobody, and gets the screen when it comes back', async () => {
  await stage.script(
    'flood',
    'read go; i=0; while [ $i -lt 60000 ]; do i=$((i+1)); echo "line $i of a flood of lines"; done; echo over; exec sleep 600',
  );
  await using slow = await views.open('flood');
  await using quick = await views.open('flood');
  const seen = collect(quick);
  await eventually(() => expect(seen.events[0]?.type).toBe('screen'));
  quick.mayType = true;
  quick.write(Buffer.from('\r'));
  await eventually(() => expect(seen.all().toString('latin1')).toContain('over'));
  const late = collect(slow);
  await eventually(() => expect(late.all().toString('latin1')).toContain('over'));
  expect(late.all().length).toBeLessThan(100_000);
  await stage.tmux.kill('flood');
});

test('a view ends with its terminal, and a new one on a terminal that is gone is refused', async () => {
  await stage.script('ends', 'exec sleep 600');
  await using view = await views.open('ends');
  const seen = collect(view);
  await eventually(() => expect(seen.events).toHaveLength(1));
  await stage.tmux.kill('ends');
  await eventually(() => expect(seen.events.at(-1)).toEqual({ type: 'ended' }));
  expect(await seen.done).toBe('done');
  view.close();
  await expect(views.open('ends')).rejects.toMatchObject({ code: 'agent_unavailable' });
});

function collect(view: PaneView) {
  const events: PaneEvent[] = [];
  const bytes = (wanted: PaneEvent[]) =>
    Buffer.concat(wanted.flatMap((event) => (event.type === 'ended' ? [] : [event.bytes])));
  const read = async () => {
    for await (const event of view.events) events.push(event);
    return 'done';
  };
  return {
    events,
    done: read(),
    all: () => bytes(events),
    output: () => bytes(events.filter(({ type }) => type === 'output')),
  };
}

/** What stands on a screen of plain text before its cursor. */
function textUpToCursor(bytes: Uint8Array): string {
  const drawn = Buffer.from(bytes).toString('latin1');
  // oxlint-disable-next-line no-control-regex -- escape sequences are what is looked for
  const [, row = '1', column = '1'] = /\x1b\[(\d+);(\d+)H$/.exec(drawn) ?? [];
  // oxlint-disable-next-line no-control-regex -- escape sequences are what is taken out
  const rows = drawn.replace(/\x1bc|\x1b\[[?\d;]*[A-Za-z]/g, '').split('\r\n');
  return [...rows.slice(0, Number(row) - 1), (rows[Number(row) - 1] ?? '').slice(0, Number(column) - 1)].join('\r\n');
}
