import { queryOptions } from '@tanstack/react-query';
import { getTwoFactor } from '@wayside/contract/two-factor';
import { call } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';

/** One's own second factors (TEAM-04). */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }).then(({ twoFactor }) => twoFactor),
});

/** Reads them again after a change. */
export const reloadTwoFactor = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
