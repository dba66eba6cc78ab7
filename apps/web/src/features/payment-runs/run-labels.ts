import { modeText, type PaymentRun, type RunRowState } from '@wayside/contract/payment-runs';
import { formatCount } from '../../lib/format.ts';

/** How the bank pays: "NEFT". */
export const modeLabel = (mode: string | null): string => modeText(mode) ?? '–';

/** "1 payment", "1,204 payments" */
export const paymentsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`;

/** How many rows of a run are in a state, and their sum in paise. */
export const inState = ({ progress }: Pick<PaymentRun, 'progress'>, ...states: readonly RunRowState[]) => {
  const found = progress.filter(({ state }) => states.some((each) => each === state));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    amountPaise: found.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  };
};

/** What a run pays, in paise, without removed rows; where all rows were removed, their sum. */
export function runTotal(run: Pick<PaymentRun, 'totalPaise' | 'progress'>): number {
  const paidPaise = run.totalPaise - inState(run, 'removed').amountPaise;
  return paidPaise > 0 ? paidPaise : run.totalPaise;
}
