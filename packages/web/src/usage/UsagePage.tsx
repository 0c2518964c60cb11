// What it cost: tokens and money by day, folder, model and session, and how long agents waited for their person.
import type { UsageReport, UsageRow } from '@beckon/protocol';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../elements/Button.tsx';
import { ChoiceSelect } from '../elements/ChoiceSelect.tsx';
import { PageHeader } from '../elements/PageHeader.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { IndexNote } from '../search/IndexNote.tsx';
import { useBeckonState } from '../store/BeckonContext.tsx';
import { count, shortFolder } from '../text/words.ts';
import { BarTable } from './BarTable.tsx';
import { ColumnChart } from './ColumnChart.tsx';
import { saveFile } from './saveFile.ts';
import { allTokens, amountWords, type Measure, usageCsv, waitWords } from './usageWords.ts';
import { daysOf, ranges, type RangeName, useUsage } from './useUsage.ts';

export default function UsagePage() {
  const [range, setRange] = useState<RangeName>('30');
  const [measure, setMeasure] = useState<Measure>('tokens');
  const { report, error } = useUsage(range);
  return (
    <section aria-labelledby="usage" className="flex h-full flex-col">
      <PageHeader id="usage" title="Usage">
        {report && <Exports report={report} />}
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-3xl space-y-8 px-3 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] wide:px-4">
          <div className="flex flex-wrap gap-2">
            <ChoiceSelect
              label="Of"
              value={range}
              options={[...ranges]}
              onChoose={(value) => setRange(value as RangeName)}
            />
            <ChoiceSelect
              label="Counted in"
              value={measure}
              options={measures}
              onChoose={(value) => setMeasure(value as Measure)}
            />
          </div>
          {error && <Refused message={error.message} isOff={error.code === 'search_off'} />}
          {!report && !error && (
            <p className="flex animate-late items-center justify-center gap-2 py-16 text-sm text-muted">
              <Spinner /> Adding up…
            </p>
          )}
          {report && <Report report={report} measure={measure} range={range} />}
        </div>
      </div>
    </section>
  );
}

const measures = [
  { value: 'tokens', name: 'Tokens' },
  { value: 'cost', name: 'Cost' },
];

function Refused({ message, isOff }: { message: string; isOff: boolean }) {
  if (!isOff) return <Problem>What it cost could not be read. {message}</Problem>;
  return (
    <p className="py-8 text-center text-sm text-muted">
      {message}{' '}
      <Link href="/settings#search" className="underline hover:text-ink">
        To the settings
      </Link>
    </p>
  );
}

function Report({ report, measure, range }: { report: UsageReport; measure: Measure; range: RangeName }) {
  const { total, byDay, byFolder, byModel, bySession, waits, index } = report;
  const valueOf = (row: UsageRow) => (measure === 'cost' ? row.costUsd : allTokens(row));
  const words = (value: number) => amountWords(value, measure);
  // What is counted stands above; a phone has no room to say it in every row.
  const shortWords = (value: number) => words(value).replace(' tokens', '');
  const known = useBeckonState(({ view }) => view.sessions);
  const bars = (rows: UsageRow[], name: (row: UsageRow) => string, href?: (row: UsageRow) => string) =>
    rows
      .map((row) => ({ key: row.key, name: name(row), value: valueOf(row), ...(href && { href: href(row) }) }))
      .filter(({ value }) => value > 0)
      .toSorted((one, other) => other.value - one.value)
      .slice(0, mostBars);
  if (allTokens(total) === 0 && total.costUsd === 0 && waits.byTool.length === 0) {
    return (
      <>
        <p role="status" className="py-8 text-center text-sm text-muted">
          No agent has used anything in this time. What your agents use, in Beckon or in any terminal, is added up here.
        </p>
        <IndexNote index={index} />
      </>
    );
  }
  const days = daysOf(byDay, range).map(({ day, row }) => ({ name: day, value: row ? valueOf(row) : 0 }));
  return (
    <>
      <p className="text-sm text-muted">
        <strong className="text-2xl font-semibold tracking-tight text-ink tabular-nums">
          {words(measure === 'cost' ? total.costUsd : allTokens(total))}
        </strong>{' '}
        {measure === 'cost'
          ? 'as far as the agents have said. They say so when a conversation ends, so what is under way is not in it.'
          : `of which ${amountWords(total.outputTokens, 'tokens')} were written, and ${amountWords(total.cacheReadTokens, 'tokens')} read from a cache.`}
      </p>
      <ColumnChart title="By day" columns={days} words={words} />
      <BarTable
        title="By folder"
        rows={bars(byFolder, ({ key }) => (key === '' ? 'unknown' : shortFolder(key)))}
        words={shortWords}
      />
      <BarTable title="By model" rows={bars(byModel, ({ key }) => key)} words={shortWords} />
      <BarTable
        title="By session"
        rows={bars(
          bySession,
          ({ title, key }) => known[key]?.title ?? title ?? key.slice(0, 8),
          ({ key }) => `/sessions/${key}`,
        )}
        words={shortWords}
      />
      <Waits waits={waits} />
      <IndexNote index={index} />
    </>
  );
}

const mostBars = 12;

function Waits({ waits: { byTool, byHour, longest } }: Pick<UsageReport, 'waits'>) {
  if (byTool.length === 0) {
    return <p className="text-sm text-muted">No agent has waited for an answer of yours in this time.</p>;
  }
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const row = byHour.find(({ key }) => Number(key) === hour);
    return { name: `${hour}:00`, value: row ? row.waitedMs / row.asks : 0 };
  });
  return (
    <>
      <BarTable
        title="How long agents waited for you, by tool"
        rows={byTool.map(({ key, asks, waitedMs }) => ({
          key,
          name: `${key} (${count(asks, 'ask')})`,
          value: waitedMs,
        }))}
        words={waitWords}
      />
      <ColumnChart title="How long one waited, by the hour in which it came" columns={hours} words={waitWords} />
      <BarTable
        title="The longest waits"
        rows={longest.map(({ askId, headline, waitedMs, sessionId }) => ({
          key: askId,
          name: headline,
          value: waitedMs,
          href: `/sessions/${sessionId}`,
        }))}
        words={waitWords}
      />
    </>
  );
}

function Exports({ report }: { report: UsageReport }) {
  const { index: _, ...data } = report;
  return (
    <>
      <Button look="quiet" onClick={() => saveFile('beckon-usage.csv', usageCsv(report), 'text/csv')}>
        <Download aria-hidden className="size-4" /> CSV
      </Button>
      <Button
        look="quiet"
        onClick={() => saveFile('beckon-usage.json', JSON.stringify(data, undefined, 2), 'application/json')}
      >
        <Download aria-hidden className="size-4" /> JSON
      </Button>
    </>
  );
}
