import { queryOptions } from '@tanstack/react-query';
import { getDashboard } from '@wayside/contract/dashboard';
import { call } from '../../lib/api.ts';

/** The stats and the charts of the last seven days (API-02). */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, { signal }),
});
