// What its person can look at and set about Beckon itself, one section below the other. A new one is a file of its own, and a
// line in `sections`.
import { PageHeader } from '../elements/PageHeader.tsx';
import { CallsSection } from './calls/CallsSection.tsx';
import { DelaySection } from './DelaySection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { TrustedFoldersSection } from './TrustedFoldersSection.tsx';
import { NewSessionsSection } from './NewSessionsSection.tsx';
import { RulesSection } from './RulesSection.tsx';
import { SearchSection } from './SearchSection.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { ThemeSection } from './ThemeSection.tsx';
import { WaitingSection } from './WaitingSection.tsx';

/** By their titles: first how you are reached, then how you answer, then what agents may do, then the rest. */
const sections = {
  Calls: CallsSection,
  Devices: DevicesSection,
  'Second thoughts': DelaySection,
  Waiting: WaitingSection,
  'New sessions': NewSessionsSection,
  Rules: RulesSection,
  'Trusted folders': TrustedFoldersSection,
  Search: SearchSection,
  Appearance: ThemeSection,
};

export default function SettingsPage() {
  return (
    <section aria-labelledby="settings" className="flex h-full flex-col">
      <PageHeader id="settings" title="Settings" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-3xl space-y-8 px-3 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] wide:px-4">
          <SectionLinks titles={Object.keys(sections)} />
          {Object.entries(sections).map(([title, Section]) => (
            <Section key={title} />
          ))}
        </div>
      </div>
    </section>
  );
}
