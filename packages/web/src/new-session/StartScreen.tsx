// The first screen: how to begin.
import { OutOfReach } from '../connection/OutOfReach.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { DemoScenarios } from './DemoScenarios.tsx';
import { NewSessionForm } from './NewSessionForm.tsx';

export function StartScreen() {
  const about = useBeckonState((state) => state.about);
  if (!about) return <OutOfReach />;
  const Heading = about.demo ? 'h2' : 'h1';
  return (
    <div className="relative h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-8 px-4 pt-6 pb-[max(2rem,env(safe-area-inset-bottom))] wide:pt-12">
        {about.demo && <DemoScenarios demo={about.demo} cwd={about.defaultCwd} />}
        <section aria-labelledby="new-session" className="space-y-4">
          <div>
            <Heading id="new-session" className="text-xl font-semibold tracking-tight">
              {about.demo ? 'Or write your own' : 'What should the agent do?'}
            </Heading>
            <p className="mt-1 text-sm text-muted">
              It works in the folder that you name. Whenever it needs you, it waits here, on every screen that you have
              open.
            </p>
          </div>
          <NewSessionForm about={about} />
        </section>
      </div>
    </div>
  );
}
