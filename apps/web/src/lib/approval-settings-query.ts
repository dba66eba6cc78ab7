import { queryOptions } from '@tanstack/react-query';
import { getApprovalSettings } from '@wayside/contract/approvals';
import { call } from './api.ts';
import { APPROVAL_KEYS } from './record-keys.ts';

/** Query of the amounts above which payments need approval (TEAM-06). */
export const approvalSettingsQuery = queryOptions({
  queryKey: [APPROVAL_KEYS.settings],
  queryFn: async ({ signal }) => (await call(getApprovalSettings, { signal })).record,
});
