// Takes a sign-in link that was copied. An app on an iPhone's Home Screen keeps nothing in common with Safari, where links open,
// so it has to be let in from within.
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';

export function PasteLink() {
  const [text, setText] = useState('');
  const code = codeIn(text);
  return (
    <form
      className="w-full max-w-sm space-y-2 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== undefined) location.assign(`/login?code=${code}`);
      }}
    >
      <label className="block text-sm font-medium" htmlFor="sign-in-link">
        Or paste a sign-in link for this address
      </label>
      <div className="flex gap-2">
        <input
          id="sign-in-link"
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://…/login?code=…"
          onChange={({ target }) => setText(target.value)}
          className="min-h-9 min-w-0 flex-1 rounded-lg border border-edge bg-panel px-3 text-sm pointer-coarse:min-h-11"
        />
        <Button type="submit" disabled={code === undefined}>
          Open
        </Button>
      </div>
    </form>
  );
}

/** Of a link, or the code alone. Which address the link is for does not matter: the code is this gateway's or it is nobody's. */
export function codeIn(text: string): string | undefined {
  return /^(?:https?:\/\/\S+[?&]code=)?([\w-]{20,64})$/.exec(text.trim())?.[1];
}
