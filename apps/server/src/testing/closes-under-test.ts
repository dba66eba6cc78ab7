import { integrityChecks } from '../money/verify/run-integrity-checks.ts';
import { verifyIntegrity } from './integrity.ts';
import { moneyRecords } from './money-records.ts';
import { paymentRunsUnderTest } from './payment-runs-under-test.ts';

/** The sums of a close in the API's response, in rupees. */
export interface BookOnWire {
  readonly book: string;
  readonly opening: number;
  readonly closing: number;
  readonly unexplained: number;
  readonly kinds: readonly { readonly kind: string; readonly count: number; readonly change: number }[];
}

/** Adds calls for closes to the tests of payment runs, at 9:05 on 5 November 2026 in India. */
export function closesUnderTest() {
  const runs = paymentRunsUnderTest();
  const { send, newId } = runs;
  return {
    runs,
    /** Adds a payment to a mechanic at an instant and posts it, as a separate program would. @returns its id */
    paid: async (mechanicId: string, rupees: number, at: string, columns: Record<string, string> = {}) => {
      const records = moneyRecords(runs.test);
      const id = newId();
      await records.payment(id, {
        mechanic_id: mechanicId,
        amount_paise: Math.round(rupees * 100),
        transacted_at: at,
        ...columns,
      });
      await records.post();
      return id;
    },
    close: (day: string, firstDay?: string, by?: string) =>
      send('POST', '/closes', { day, ...(firstDay === undefined ? {} : { firstDay }) }, by),
    previewed: async (day: string) => (await send('GET', `/closes/preview?day=${day}`)).body.data,
    calendar: async (from: string, to: string, by?: string) =>
      (await send('GET', `/closes?from=${from}&to=${to}`, undefined, by)).body.data,
    closed: async (day: string) => (await send('GET', `/closes/${day}`)).body,
    reopen: (day: string, by: string, reason = 'A payout was missing') =>
      send('POST', `/closes/${day}/reopen`, { reason }, by),
    exported: async (from: string, to: string, by?: string): Promise<string> =>
      String((await send('GET', `/closes/export?from=${from}&to=${to}`, undefined, by)).body),
    issues: async () => (await verifyIntegrity(runs.test.database, integrityChecks)).issues,
  };
}
