import { beforeEach, describe, expect, it } from 'vitest';
import { sessionId } from '../test/fixtures.ts';
import { setStage } from '../test/renderWithBeckon.tsx';
import type { Drafts } from './drafts.ts';
import { noDrafts } from './drafts.ts';
import { keepDrafts } from './keptDrafts.ts';

beforeEach(() => sessionStorage.clear());

/** The store of a page that has just been loaded. */
function load(storage: Storage = sessionStorage) {
  const { store } = setStage().beckon;
  keepDrafts(store, storage);
  return store;
}

const drafts: Drafts = {
  prompts: { [sessionId]: { text: 'half a thought', files: [] } },
  choices: { ask: [{ picked: [1], isOther: false, otherText: 'maybe' }] },
  reasons: { ask: 'because' },
  comments: { ask: [{ start: 7, quote: 'a step', text: 'smaller' }] },
  inputs: { ask: 'touch other.txt' },
};

describe('keptDrafts', () => {
  it('brings back what was typed and picked before a reload, without pictures', () => {
    const image = { type: 'image', id: '1', name: 'shot.png', mediaType: 'image/png', data: 'YWJj' } as const;
    const typed = { ...drafts, prompts: { [sessionId]: { text: 'half a thought', files: [image] } } };
    load().setState({ drafts: typed });
    expect(load().getState().drafts).toEqual(drafts);
  });

  it('still knows after a reload what another app or page has shared', () => {
    const shared = { text: 'Do it', files: [], shared: { lines: ['Do it'], fileIds: [] } };
    load().setState({ drafts: { ...noDrafts, prompts: { new: shared } } });
    expect(load().getState().drafts.prompts['new']).toEqual(shared);
  });

  it('keeps those of the last fifty places', () => {
    const many = Array.from({ length: 60 }, (_, index) => [`ask-${index}`, 'because'] as const);
    load().setState({ drafts: { ...noDrafts, reasons: Object.fromEntries(many) } });
    const ids = Object.keys(load().getState().drafts.reasons);
    expect([ids.length, ids[0]]).toEqual([50, 'ask-10']);
  });

  it('begins with none where what is kept cannot be read', () => {
    load().setState({ drafts });
    for (let index = 0; index < sessionStorage.length; index++) {
      sessionStorage.setItem(sessionStorage.key(index) ?? '', '{');
    }
    expect(load().getState().drafts).toEqual(noDrafts);
  });

  it('goes on where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const store = load({ getItem: refuse, setItem: refuse } as Partial<Storage> as Storage);
    store.setState({ drafts });
    expect(store.getState().drafts).toEqual(drafts);
  });
});
