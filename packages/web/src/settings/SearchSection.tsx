// Whether everything can be searched, and which folders are left out of it.
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { Switch } from '../elements/Switch.tsx';
import { PathText } from '../text/PathText.tsx';
import { NotSaved, SavedNote } from './SavedNote.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { type Saving, useEditedSettings } from './useSettings.ts';

export function SearchSection() {
  const { settings, saving } = useEditedSettings();
  if (!settings) return null;
  return (
    <SettingsSection
      title="Search"
      about="Beckon keeps an index of your transcripts and its own log, to find anything in them and to add up what it cost. It is one file in Beckon’s state directory, and nothing of it leaves this machine."
      actions={<SavedNote saving={saving} />}
    >
      <Switch
        label="Keep an index"
        meaning="Switched off, the index is removed from the disk at once. Switched on again, it is made anew."
        isOn={settings.searchIndex}
        onChange={(searchIndex) => void saving.run({ searchIndex })}
      />
      {settings.searchIndex && <LeftOut folders={settings.searchLeavesOut} saving={saving} />}
      <NotSaved saving={saving} />
    </SettingsSection>
  );
}

function LeftOut({ folders, saving }: { folders: string[]; saving: Saving }) {
  const [typed, setTyped] = useState('');
  const folder = typed.trim().replace(/(?<=.)[/\\]+$/, '');
  const set = (searchLeavesOut: string[]) => saving.run({ searchLeavesOut });
  async function add() {
    if (folder === '') return;
    if (folders.includes(folder) || (await set([...folders, folder]))) setTyped('');
  }
  return (
    <div className="space-y-2 text-sm">
      <p className="font-medium">Folders that are left out</p>
      {folders.length > 0 && (
        <ul
          aria-label="Folders that are left out"
          className="divide-y divide-line rounded-xl border border-line bg-panel"
        >
          {folders.map((each) => (
            <li key={each} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <span className="min-w-0 flex-1 break-words">
                <PathText path={each} />
              </span>
              <Button look="quiet" onClick={() => void set(folders.filter((other) => other !== each))}>
                <X aria-hidden className="size-4" />
                <span className="sr-only">Search {each} again</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <input
          aria-label="A folder to leave out"
          placeholder="/home/you/private"
          value={typed}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          className="h-9 min-w-0 flex-1 rounded-lg border border-edge bg-panel px-3 pointer-coarse:h-11"
        />
        <Button type="submit" isBusy={saving.isRunning}>
          Leave out
        </Button>
      </form>
      <p className="text-muted">
        With all that is below them. What is in the index of them is gone at once; the rest is taken up anew.
      </p>
    </div>
  );
}
