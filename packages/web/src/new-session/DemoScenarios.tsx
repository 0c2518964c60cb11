// Without an account: says so plainly, and offers things to try.
import type { About, Scenario } from '@beckon/protocol';
import { FlaskConical } from 'lucide-react';
import { useLocation } from 'wouter';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useSending } from '../elements/useSending.ts';
import { useBeckon } from '../store/BeckonContext.tsx';

export interface DemoScenariosProps {
  demo: NonNullable<About['demo']>;
  cwd: string;
}

export function DemoScenarios({ demo, cwd }: DemoScenariosProps) {
  return (
    <section aria-labelledby="demo" className="space-y-4">
      <div>
        <h1 id="demo" className="text-2xl font-semibold tracking-tight">
          See an agent ask you
        </h1>
        <p className="mt-1 text-muted">
          Pick one. The agent starts, needs something from you, and goes on once you answer.
        </p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {demo.scenarios.map((scenario) => (
          <li key={scenario.id}>
            <ScenarioCard scenario={scenario} cwd={cwd} />
          </li>
        ))}
      </ul>
      <aside className="flex gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-sm text-muted">
        <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="space-y-1">
          <p>
            <strong className="font-semibold text-ink">This is the demo.</strong> The real agent runs here, with its
            real tools and permissions, but on a scripted demo model and in a scratch folder.
          </p>
          <p className="break-words">
            <WithCode text={demo.howToSignIn} />
          </p>
        </div>
      </aside>
    </section>
  );
}

function ScenarioCard({ scenario, cwd }: { scenario: Scenario; cwd: string }) {
  const { transport } = useBeckon();
  const [, navigate] = useLocation();
  const { title, description, prompt, permissionMode } = scenario;
  const start = useSending(async (clientKey) => {
    const mode = permissionMode && { permissionMode };
    const session = await transport.createSession({ cwd, prompt, title, clientKey, ...mode });
    navigate(`/sessions/${session.id}`);
  });
  return (
    <div className="h-full space-y-2">
      <button
        type="button"
        disabled={start.isRunning}
        aria-busy={start.isRunning}
        onClick={() => void start.run()}
        className="h-full w-full rounded-xl border border-line bg-panel px-4 py-3 text-left transition-colors hover:border-accent hover:bg-accent-soft active:translate-y-px"
      >
        <span className="flex items-center justify-between gap-2 font-medium">
          {title}
          {start.isRunning && <Spinner />}
        </span>
        <span className="mt-0.5 block text-sm text-muted">{description}</span>
      </button>
      {start.error && <Problem>{start.error.message}</Problem>}
    </div>
  );
}

/** Shows what stands between backticks as something to type. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <code key={index} className="rounded bg-panel px-1 py-0.5 font-mono text-[0.85em] text-ink">
        {piece}
      </code>
    ),
  );
}
