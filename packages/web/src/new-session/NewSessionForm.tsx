// Starts a session: what to do, where, how freely, and with which model.
import { permissionModeLabels, PermissionMode } from '@beckon/protocol';
import { ArrowUp } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { PromptField } from '../composer/PromptField.tsx';
import { emptyDraft, isEmptyDraft, toPrompt } from '../composer/promptDraft.ts';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { useDraft } from '../store/drafts.ts';

const modelSuggestions = ['default', 'opus', 'sonnet', 'haiku'];

export function NewSessionForm({ defaultCwd }: { defaultCwd: string }) {
  const { transport } = useBeckon();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useDraft('prompts', 'new', emptyDraft);
  const [cwd, setCwd] = useState(defaultCwd);
  const [permissionMode, setPermissionMode] = useState<PermissionMode>('default');
  const [model, setModel] = useState('');
  const start = useAction(async () => {
    const session = await transport.createSession({
      cwd: cwd.trim(),
      permissionMode,
      ...(!isEmptyDraft(draft) && { prompt: toPrompt(draft) }),
      ...(model.trim() !== '' && { model: model.trim() }),
    });
    setDraft(emptyDraft);
    navigate(`/sessions/${session.id}`);
  });
  return (
    <div className="space-y-4">
      {start.error && <Problem>{start.error.message}</Problem>}
      <PromptField
        label="Prompt"
        placeholder="Describe the work, or start with an empty session"
        draft={draft}
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
          placeholder="The agent’s default"
          suggestions={modelSuggestions}
          onChange={setModel}
        />
      </div>
      <ModeChoice mode={permissionMode} onChoose={setPermissionMode} />
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

function ModeChoice({ mode, onChoose }: { mode: PermissionMode; onChoose: (mode: PermissionMode) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">How freely it may work</legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {PermissionMode.options.map((each) => (
          <label
            key={each}
            className={`flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border px-3 py-2 transition-colors ${modeLook(each, mode === each)}`}
          >
            <input
              type="radio"
              name={name}
              checked={mode === each}
              onChange={() => onChoose(each)}
              className="mt-0.5 size-4.5 shrink-0 accent-accent"
            />
            <span>
              <span className="block text-sm">{permissionModeLabels[each].name}</span>
              <span className="block text-xs text-muted">{permissionModeLabels[each].meaning}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function modeLook(mode: PermissionMode, isChosen: boolean): string {
  if (mode === 'bypassPermissions')
    return isChosen ? 'border-danger bg-danger-soft text-danger' : 'border-danger-line text-danger';
  return isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge';
}
