// Starts a session: what to do, where, run by what, how freely, and with which model.
import type { About, DriverName, PermissionMode } from '@beckon/protocol';
import { ArrowUp } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { PromptField } from '../composer/PromptField.tsx';
import { attachables, emptyDraft, holdsShared, isEmptyDraft, toPrompt, withOnly } from '../composer/promptDraft.ts';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { RadioCards } from '../elements/RadioCards.tsx';
import { useSending } from '../elements/useSending.ts';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { useDraft } from '../store/drafts.ts';
import { useSettings } from '../settings/useSettings.ts';
import { SandboxSwitch } from './SandboxSwitch.tsx';

export function NewSessionForm({ about: { defaultCwd, drivers } }: { about: About }) {
  const { transport } = useBeckon();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useDraft('prompts', 'new', emptyDraft);
  const [cwd, setCwd] = useState(defaultCwd);
  const [mode, setMode] = useState<PermissionMode>();
  const [model, setModel] = useState('');
  const [wantsSandbox, setWantsSandbox] = useState<boolean>();
  const settings = useSettings();
  const [driverName, setDriverName] = useState<DriverName>();
  const driver = drivers.find(({ name }) => name === driverName) ?? drivers[0];
  const modes = driver?.permissionModes ?? [];
  const isOffered = (value: PermissionMode | null | undefined) => modes.some((each) => each.value === value);
  // What was chosen for one driver may be nothing to another.
  const permissionMode = [mode, settings?.permissionMode].find(isOffered) ?? driver?.defaultPermissionMode;
  const hasSandbox = driver?.sandbox?.isAvailable === true;
  const isSandboxed = hasSandbox && (wantsSandbox ?? settings?.sandbox ?? false);
  const takes = attachables(driver?.abilities);
  const prompt = withOnly(draft, takes);
  const start = useSending(async (clientKey) => {
    const session = await transport.createSession({
      clientKey,
      cwd: cwd.trim(),
      ...(permissionMode !== undefined && { permissionMode }),
      ...(driver && drivers.length > 1 && { driver: driver.name }),
      ...(!isEmptyDraft(prompt) && { prompt: toPrompt(prompt) }),
      ...(driver?.sandbox && (wantsSandbox ?? settings) !== undefined && { sandbox: isSandboxed }),
      ...(model.trim() !== '' && { model: model.trim() }),
    });
    setDraft(emptyDraft);
    navigate(`/sessions/${session.id}`);
  });
  return (
    <div className="space-y-4">
      {start.error && <Problem>{start.error.message}</Problem>}
      {holdsShared(draft) && (
        <p
          role="status"
          className="rounded-lg border border-waiting-line bg-waiting-soft px-3 py-2 text-sm text-waiting"
        >
          Shared from another app or page: look at it before you start.
        </p>
      )}
      <PromptField
        label="Prompt"
        placeholder="Describe the work, or start with an empty session"
        draft={draft}
        takes={takes}
        onChange={setDraft}
        onSend={() => void start.run()}
      >
        <Button look="primary" isBusy={start.isRunning} disabled={cwd.trim() === ''} onClick={() => void start.run()}>
          {!start.isRunning && <ArrowUp aria-hidden className="size-4" />}
          Start session
        </Button>
      </PromptField>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <TextWithSuggestions label="Folder" value={cwd} suggestions={useRecentFolders(defaultCwd)} onChange={setCwd} />
        <TextWithSuggestions
          label="Model"
          value={model}
          placeholder={settings?.model ?? 'The agent’s default'}
          suggestions={driver?.models.map(({ value }) => value) ?? []}
          onChange={setModel}
        />
      </div>
      {driver && drivers.length > 1 && (
        <RadioCards
          legend="Runs in"
          cards={drivers.map(({ name, title, meaning }) => ({ value: name, name: title, meaning }))}
          value={driver.name}
          onChoose={setDriverName}
        />
      )}
      {permissionMode !== undefined && (
        <RadioCards legend="How freely it may work" cards={modes} value={permissionMode} onChoose={setMode} />
      )}
      {driver?.sandbox && (
        <SandboxSwitch
          support={driver.sandbox}
          isOn={isSandboxed}
          otherwise={settings?.sandbox ? 'Your settings want one: this session starts without it.' : ''}
          onChange={setWantsSandbox}
        />
      )}
    </div>
  );
}

function useRecentFolders(defaultCwd: string): string[] {
  const sessions = useBeckonState((state) => state.view.sessions);
  return useMemo(() => {
    const recent = Object.values(sessions).toSorted((a, b) => b.lastActivityAt - a.lastActivityAt);
    return [...new Set([defaultCwd, ...recent.map(({ cwd }) => cwd)])].slice(0, 12);
  }, [sessions, defaultCwd]);
}

interface TextWithSuggestionsProps {
  label: string;
  value: string;
  placeholder?: string;
  suggestions: string[];
  onChange: (value: string) => void;
}

function TextWithSuggestions({ label, value, placeholder, suggestions, onChange }: TextWithSuggestionsProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        list={`${id}-list`}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className="min-h-10 w-full rounded-lg border border-edge bg-panel px-3 text-sm pointer-coarse:min-h-11"
      />
      <datalist id={`${id}-list`}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  );
}
