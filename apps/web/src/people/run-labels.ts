import type { PaymentRun, RunRowState } from '@wayside/contract/payment-runs';

const MODES: Readonly<Record<string, string>> = {
  own_bank: 'Own bank',
  neft: 'NEFT',
  rtgs: 'RTGS',
  imps: 'IMPS',
  upi: 'UPI',
};

/** How the bank pays: "NEFT". */
export const modeLabel = (mode: string | null): string => MODES[mode ?? ''] ?? mode ?? '–';

/** How many rows of a run are in a state, and their sum in paise. */
export const inState = ({ progress }: Pick<PaymentRun, 'progress'>, ...states: readonly RunRowState[]) => {
  const found = progress.filter(({ state }) => states.some((each) => each === state));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    amountPaise: found.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  };
};

/** What a run pays, in paise: without the rows that have left it, but for one that all have left. */
export function runTotal(run: Pick<PaymentRun, 'totalPaise' | 'progress'>): number {
  const paidPaise = run.totalPaise - inState(run, 'removed').amountPaise;
  return paidPaise > 0 ? paidPaise : run.totalPaise;
}
