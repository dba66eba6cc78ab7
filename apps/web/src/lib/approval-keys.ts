import { queryClient } from './query-client.ts';

/** The first elements of the query keys of requests to pay (TEAM-06). */
export const APPROVAL_KEYS = {
  list: 'approvals',
  one: 'approval',
  settings: 'approval-settings',
} as const;

/** Loads again what is shown of requests to pay, and of the money that they reserve. */
export function reloadApprovals(): Promise<unknown> {
  const keys = [APPROVAL_KEYS.list, APPROVAL_KEYS.one, 'attention', 'payouts', 'payout-preview'];
  return Promise.all(keys.map((key) => queryClient.refetchQueries({ queryKey: [key], type: 'active' })));
}

/** What a payment that waits says where the server has no words of its own. */
export const SENT_FOR_APPROVAL = 'Sent for approval. Somebody else must approve it.';
