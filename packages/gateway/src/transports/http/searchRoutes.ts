// The routes of search, and of what all of it has cost.
import { SearchPage, SearchQuery, UsageQuery, UsageReport } from '@beckon/protocol';
import type { Route } from './route.ts';

export const searchRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/search',
    summary:
      'Search everything that was ever said or done, the latest first, in pages: words, "exact phrases", -without, folder:, tool:, before:, after:, is:asked, is:denied',
    query: SearchQuery,
    status: 200,
    reply: SearchPage,
    errors: ['search_off', 'not_supported', 'shutting_down'],
    handle: (transport, { query }) => transport.search(query as unknown as SearchQuery),
  },
  {
    method: 'get',
    path: '/api/usage',
    summary:
      'What was spent by day, folder, model and session, and how long agents waited for their person; `from` and `to` are days',
    query: UsageQuery,
    status: 200,
    reply: UsageReport,
    errors: ['search_off', 'not_supported', 'shutting_down'],
    handle: (transport, { query }) => transport.getUsage(query),
  },
];
