import { showBankAccount, showUpiId } from '@wayside/contract/mechanics';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

export const HISTORY_KEY = 'history';

export const TIMELINE_KEY = 'timeline';
export const COUNTS_KEY = 'record-counts';

/** Invalidates people's histories, timelines and counts after an action. */
export async function invalidateHistory(): Promise<void> {
  await Promise.all(
    [HISTORY_KEY, TIMELINE_KEY, COUNTS_KEY].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  );
}

/** Checks whether the record is known to be deleted, so that a closing dialog does not request it. */
export const isRecordDeleted = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === null;

export const readBankAccount = async (id: string) =>
  (await call(showBankAccount, { params: { id } })).accountNumber;

export const readUpiId = async (id: string) => (await call(showUpiId, { params: { id } })).upiId;
