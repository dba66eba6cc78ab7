import { showBankAccount, showUpiId } from '@wayside/contract/mechanics';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The first element of the query keys of people's histories. */
export const HISTORY_KEY = 'history';

/** The first elements of the query keys of timelines, and of the counts in the tabs of a person's page. */
export const TIMELINE_KEY = 'timeline';
export const COUNTS_KEY = 'record-counts';

/** Invalidates everything about people's past after an action: histories, timelines and counts. */
export async function invalidateHistory(): Promise<void> {
  await Promise.all(
    [HISTORY_KEY, TIMELINE_KEY, COUNTS_KEY].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  );
}

/** Whether a query knows that the record is gone: the closing dialog must not ask for a person just deleted. */
export const isGone = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === null;

/** The complete bank account number of a mechanic; the server logs the request (MECH-06). */
export const readBankAccount = async (id: string) =>
  (await call(showBankAccount, { params: { id } })).accountNumber;

/** The complete UPI ID of a mechanic; the server logs the request (BANK-05). */
export const readUpiId = async (id: string) => (await call(showUpiId, { params: { id } })).upiId;
