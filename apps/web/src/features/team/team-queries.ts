import { queryOptions } from '@tanstack/react-query';
import { listTeam } from '@wayside/contract/team';
import { call } from '../../lib/api.ts';
import { type LoadCause, loadForScreen } from '../../lib/query-client.ts';

/** The first elements of the query keys of administrators. */
export const TEAM_KEYS = { list: 'team', one: 'member' } as const;

/** All administrators (TEAM-02). */
export const teamQuery = queryOptions({
  queryKey: [TEAM_KEYS.list],
  queryFn: ({ signal }) => call(listTeam, { signal }),
});

/** Everything on the screen. */
export const loadTeam = (cause: LoadCause): Promise<void> => loadForScreen(teamQuery, cause);
