// Who of the agents that run gives way where others are to start, and who starts first. Pure.

/** What an agent does, as far as it matters to those who wait for its place. */
export type Standing =
  /** It is being started or has something to do, and is never ended for others. */
  | { is: 'working' }
  /** It is ready for input and has nothing unfinished: it is ended, and a message brings it back. */
  | { is: 'idle'; since: number }
  /** It waits for its person and does nothing else: it is parked, and the answer brings it back. */
  | { is: 'waiting'; since: number }
  /** It is being ended: its place will be free. */
  | { is: 'leaving' };

/** Those that are to give way so that so many can start: the longest at rest first, then the longest waiting. */
export function whoGivesWay<Tenant extends { standing: Standing }>(
  tenants: readonly Tenant[],
  wanted: number,
): Tenant[] {
  const leaving = tenants.filter(({ standing }) => standing.is === 'leaving').length;
  const inOrder = [...longest(tenants, 'idle'), ...longest(tenants, 'waiting')];
  return inOrder.slice(0, Math.max(0, wanted - leaving));
}

/** Answers come before messages, because someone has waited with them already; else, whoever came first. */
export function nextInLine<Start extends { hasAnswer: boolean }>(line: readonly Start[]): Start | undefined {
  return line.find(({ hasAnswer }) => hasAnswer) ?? line[0];
}

function longest<Tenant extends { standing: Standing }>(tenants: readonly Tenant[], is: 'idle' | 'waiting'): Tenant[] {
  const sinceOf = ({ standing }: Tenant) => (standing.is === is ? standing.since : undefined);
  return tenants
    .flatMap((tenant) => {
      const since = sinceOf(tenant);
      return since === undefined ? [] : [{ tenant, since }];
    })
    .toSorted((a, b) => a.since - b.since)
    .map(({ tenant }) => tenant);
}
