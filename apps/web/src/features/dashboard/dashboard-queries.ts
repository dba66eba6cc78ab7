import { queryOptions } from '@tanstack/react-query';
import { getDashboard } from '@wayside/contract/dashboard';
import { call } from '../../lib/api.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, { signal }),
});
