import { showBankAccount, showUpiId } from '@wayside/contract/mechanics';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The first element of the query keys of people's histories. */
export const HISTORY_KEY = 'history';

/** Invalidates the histories of people after an action. */
export const invalidateHistory = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [HISTORY_KEY] });

/** Whether a query knows that the record is gone: the closing dialog must not ask for a person just deleted. */
export const isGone = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === null;

/** The complete bank account number of a mechanic; the server logs the request (MECH-06). */
export const readBankAccount = async (id: string) =>
  (await call(showBankAccount, { params: { id } })).accountNumber;

/** The complete UPI ID of a mechanic; the server logs the request (BANK-05). */
export const readUpiId = async (id: string) => (await call(showUpiId, { params: { id } })).upiId;
