import { queryOptions } from '@tanstack/react-query';
import { getTwoFactor } from '@wayside/contract/two-factor';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }).then(({ twoFactor }) => twoFactor),
});

export const invalidateTwoFactor = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
