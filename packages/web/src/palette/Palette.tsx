// Goes anywhere, and sets a few things, by a few letters: Ctrl+K or ⌘K opens it, arrows choose, Enter goes.
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { NotSaved } from '../settings/SavedNote.tsx';
import { useEditedSettings } from '../settings/useSettings.ts';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { useResults } from '../search/useResults.ts';
import { OneLine } from '../text/OneLine.tsx';
import type { PaletteItem } from './paletteItems.ts';
import { itemsOfHits, paletteItems } from './paletteItems.ts';

export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const id = useId();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const { saving } = useEditedSettings();
  const items = usePaletteItems(useDeferredValue(typed));
  const current = items[Math.min(marked, items.length - 1)];
  const optionId = (item: PaletteItem) => `${id}-${item.key}`;

  async function go(item: PaletteItem | undefined) {
    if (!item) return;
    // What could not be set is said here.
    if (item.change && !(await saving.run(item.change))) return;
    onClose();
    if (item.href !== undefined) navigate(item.href);
  }
  function handleKey(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setMarked((at) => Math.max(0, Math.min(items.length - 1, Math.min(at, items.length - 1) + by)));
    }
    // While an input method composes, Enter belongs to it.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void go(current);
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Go to"
      onClose={onClose}
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-1.5rem))] overflow-hidden rounded-xl border border-line bg-panel text-ink shadow-xl backdrop:bg-black/40"
    >
      <input
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={current && optionId(current)}
        aria-label="Go to a session, an ask or a setting"
        placeholder="Go to a session, an ask or a setting"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMarked(0);
        }}
        onKeyDown={handleKey}
        className="w-full border-b border-line bg-transparent px-4 py-3 outline-none"
      />
      {saving.error && (
        <div className="p-2">
          <NotSaved saving={saving} />
        </div>
      )}
      <div id={id} role="listbox" aria-label="Places" className="max-h-[60dvh] overflow-y-auto p-2">
        {items.map((item, index) => (
          <div key={item.key}>
            {items[index - 1]?.group !== item.group && (
              <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
                {item.group}
              </p>
            )}
            <Option item={item} id={optionId(item)} isMarked={item === current} onGo={() => void go(item)} />
          </div>
        ))}
      </div>
    </dialog>
  );
}

interface OptionProps {
  item: PaletteItem;
  id: string;
  isMarked: boolean;
  onGo: () => void;
}

function Option({ item, id, isMarked, onGo }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isMarked}
      onClick={onGo}
      className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm pointer-coarse:min-h-11 ${isMarked ? 'bg-accent-soft' : 'hover:bg-raised'}`}
    >
      <span className="min-w-0 flex-1">
        <OneLine text={item.text} />
      </span>
      <span className="max-w-[45%] min-w-0 text-xs text-muted">
        <OneLine text={item.detail} />
      </span>
    </div>
  );
}

/** A first look; the page of its own has all. */
const mostHits = 5;

function usePaletteItems(typed: string): PaletteItem[] {
  const sessions = useBeckonState(({ view }) => view.sessions);
  const asks = useBeckonState(({ view }) => view.asks);
  const { hits } = useResults(typed, mostHits);
  return useMemo(
    () => [...paletteItems({ sessions, asks }, typed), ...itemsOfHits(hits, typed)],
    [sessions, asks, typed, hits],
  );
}
