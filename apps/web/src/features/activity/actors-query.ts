import { queryOptions } from '@tanstack/react-query';
import { listActivityActors } from '@wayside/contract/activity-actors';
import { call } from '../../lib/api.ts';

/** Who the log can be filtered by (PRIV-03). */
export const actorsQuery = queryOptions({
  queryKey: ['activity actors'],
  queryFn: ({ signal }) => call(listActivityActors, { signal }),
});
