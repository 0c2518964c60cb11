import { BeckonError } from '@beckon/protocol';
import type { Session } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { Composer } from './Composer.tsx';

function show(change: Partial<Session> = {}) {
  const stage = setStage([session({ state: 'user_turn', ...change })]);
  const drawn = renderOn(stage, <Composer session={session({ state: 'user_turn', ...change })} />);
  return { ...stage, ...drawn, user: userEvent.setup() };
}

const field = () => screen.getByRole('textbox', { name: 'Message to the agent' });

describe('Composer', () => {
  it('lets a start that waits for room be stopped, before anything is known of what its agent can do', async () => {
    const { user, transport } = show({ state: 'starting', abilities: ['message'], queued: { agents: 4 } });
    await user.click(screen.getByRole('button', { name: 'Interrupt' }));
    expect(transport.callsTo('interrupt')).toEqual([[sessionId]]);
  });

  it('sends on Enter, breaks the line on Shift+Enter, and is empty afterwards', async () => {
    const { user, transport } = show();
    await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(transport.callsTo('sendMessage')[0]?.[1]).toMatchObject({ content: 'one\ntwo' });
    expect(field()).toHaveProperty('value', '');
  });

  it('shows what waits until the agent is done', () => {
    show({ state: 'assistant_turn', terminal: { queuedMessages: ['then the tests', 'and a commit'] } });
    const queued = screen.getByRole('list', { name: 'Queued messages' });
    expect([...queued.children].map(({ lastChild }) => lastChild?.textContent)).toEqual([
      'then the tests',
      'and a commit',
    ]);
  });

  it('says that a menu is open in the terminal, and leads to it', () => {
    show({ abilities: ['message', 'pane'], terminal: { menu: 'Select model' } });
    expect(screen.getByText(/^The terminal shows “Select model”/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show it' })).toBeTruthy();
  });

  it('says that a hash keeps nothing in the memory of an agent in a terminal', async () => {
    const { user } = show({ abilities: ['message', 'pane'] });
    await user.type(field(), '# use tabs');
    expect(screen.getByText('Sent as a message: # keeps nothing in memory')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });

  it('says that what begins with an exclamation mark runs at once, where it does', async () => {
    const { user, unmount } = show({ abilities: ['message', 'pane'] });
    await user.type(field(), '!ls');
    expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy();
    expect(screen.getByText('Runs in its shell at once: nobody is asked')).toBeTruthy();
    unmount();
    show({ abilities: ['message'] });
    await user.type(field(), '!ls');
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });

  it('keeps the text of a message that was not sent, and says why', async () => {
    const { user, transport } = show();
    transport.failures.set('sendMessage', new BeckonError('agent_unavailable', 'No claude program was found.'));
    await user.type(field(), 'hello{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('No claude program was found.');
    expect(field()).toHaveProperty('value', 'hello');
  });

  it('[L1] sends again under the same key what may have arrived, and the next message under another', async () => {
    const { user, transport } = show();
    transport.failures.set('sendMessage', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await user.type(field(), 'deploy{Enter}');
    await screen.findByRole('alert');
    transport.failures.clear();
    await user.type(field(), '{Enter}');
    await user.type(field(), 'deploy{Enter}');
    const sent = transport.callsTo('sendMessage').map(([, message]) => message);
    expect(sent.map(({ content }) => content)).toEqual(['deploy', 'deploy', 'deploy']);
    const [first, again, next] = sent.map(({ clientKey }) => clientKey);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  it('sends nothing that is empty', async () => {
    const { user, transport } = show();
    await user.type(field(), '  {Enter}');
    expect(transport.callsTo('sendMessage')).toHaveLength(0);
  });

  it('keeps a draft per session', async () => {
    const { user, rerender } = show();
    await user.type(field(), 'half a thought');
    rerender(
      <Composer key="other" session={session({ id: '33333333-3333-4333-8333-333333333333', state: 'user_turn' })} />,
    );
    expect(field()).toHaveProperty('value', '');
    rerender(<Composer key="first" session={session({ state: 'user_turn' })} />);
    expect(field()).toHaveProperty('value', 'half a thought');
  });

  it('leaves bringing the agent back to an answer that waits for that', () => {
    show({ state: 'dead', end: { reason: 'undelivered', message: 'No claude program was found.' } });
    expect(field()).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    expect(screen.queryByText('No claude program was found.')).toBeNull();
  });

  it('interrupts on Escape while the agent works, and says that messages queue', async () => {
    const { user, transport } = show({ state: 'assistant_turn' });
    await user.type(field(), 'later');
    expect(screen.getByText('Queued behind what it does')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(transport.callsTo('interrupt')).toHaveLength(1);
  });

  it('resumes a session whose agent went away with one press', async () => {
    const { user, transport } = show({ state: 'dead', end: { reason: 'agent_gone', message: 'It was killed.' } });
    expect(screen.getByText(/It was killed/)).toBeTruthy();
    expect(field().getAttribute('placeholder')).toBe('A message brings it back');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(transport.callsTo('sendMessage')[0]?.[1]).toMatchObject({ content: 'Continue.' });
  });

  it('offers no message where the session takes none, and says where to type', () => {
    show({ abilities: [] });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText(/started in a terminal of yours. Type there; asks can be answered here/)).toBeTruthy();
  });

  it('does not send people to a terminal where the agent has ended', () => {
    show({ abilities: [], state: 'dead', end: { reason: 'agent_gone', message: 'It was closed.' } });
    expect(screen.getByText(/has ended there/)).toBeTruthy();
    expect(screen.getByText('It was closed.')).toBeTruthy();
  });

  it('offers no interrupt to an agent that cannot be interrupted while it works', async () => {
    const { user, transport } = show({ state: 'assistant_turn', abilities: ['message'] });
    expect(screen.queryByRole('button', { name: 'Interrupt' })).toBeNull();
    await user.type(field(), '{Escape}');
    expect(transport.callsTo('interrupt')).toHaveLength(0);
  });

  it('takes no files for a session that cannot have them, and says so', async () => {
    const { user, transport } = show({ abilities: ['message'] });
    expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
    await user.click(field());
    const clipboard = new DataTransfer();
    clipboard.items.add(new File(['abc'], 'shot.png', { type: 'image/png' }));
    await user.paste(clipboard);
    expect(screen.getByRole('alert').textContent).toContain('takes no pictures and no documents');
    await user.type(field(), 'look{Enter}');
    expect(transport.callsTo('sendMessage')[0]?.[1]).toMatchObject({ content: 'look' });
  });

  /** Picks files as a person who may pick any. */
  async function pick(container: HTMLElement, files: File[]) {
    const input = container.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no field for files.');
    await userEvent.setup({ applyAccept: false }).upload(input, files);
  }

  it('[T11] sends pictures and documents with the text, by what they are', async () => {
    const { user, transport, container } = show();
    await pick(container, [
      new File(['abc'], 'shot.png', { type: 'image/png' }),
      new File(['%PDF-1.7'], 'plan', { type: '' }),
      new File(['naïve'], 'a/b\u0007.ts', { type: 'video/mp2t' }),
    ]);
    expect(await screen.findByAltText('shot.png')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove plan' })).toBeTruthy();
    await user.type(field(), 'look{Enter}');
    expect(transport.callsTo('sendMessage')[0]?.[1]).toMatchObject({
      content: [
        { type: 'image', mediaType: 'image/png', data: 'YWJj' },
        { type: 'document', mediaType: 'application/pdf', name: 'plan', data: 'JVBERi0xLjc=' },
        { type: 'document', mediaType: 'text/plain', name: 'a_b_.ts', data: 'bmHDr3Zl' },
        { type: 'text', text: 'look' },
      ],
    });
  });

  it('[T11] says of files that it cannot take what it takes', async () => {
    const { container } = show();
    const large = (size: number, begin = '') => [begin, new Uint8Array(size).fill(32)];
    await pick(container, [
      new File(['PK\u0003\u0004\0'], 'a.zip', { type: 'application/zip' }),
      new File([new Uint8Array([0x66, 0xfc])], 'latin.txt', { type: 'text/plain' }),
      new File(['no'], 'fake.pdf', { type: 'application/pdf' }),
      new File(large(6 * 1024 * 1024), 'huge.png', { type: 'image/png' }),
      new File(large(6 * 1024 * 1024, '%PDF-'), 'huge.pdf', { type: 'application/pdf' }),
      new File(large(2 * 1024 * 1024), 'huge.txt', { type: 'text/plain' }),
      new File([], 'empty.txt', { type: 'text/plain' }),
    ]);
    const said = (await screen.findByRole('alert')).textContent;
    const taken = 'Taken are pictures (PNG, JPEG, GIF or WebP), PDFs and text files in UTF-8.';
    for (const words of [
      `a.zip is nothing that the agent can read. ${taken}`,
      `latin.txt is nothing that the agent can read. ${taken}`,
      'huge.png is too large: a picture of at most 5 MB is taken.',
      'huge.pdf is too large: a PDF of at most 5 MB is taken.',
      'huge.txt is too large: a text file of at most 1 MB is taken.',
      'empty.txt is empty.',
    ])
      expect(said).toContain(words);
    expect(screen.getAllByRole('button', { name: /^Remove/ }).map(({ textContent }) => textContent)).toEqual([
      'Remove fake.pdf',
    ]);
  });
});
