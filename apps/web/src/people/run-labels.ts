import type { PaymentRun } from '@wayside/contract/payment-runs';

const MODES: Readonly<Record<string, string>> = {
  own_bank: 'Own bank',
  neft: 'NEFT',
  rtgs: 'RTGS',
  imps: 'IMPS',
  upi: 'UPI',
};

/** How the bank pays: "NEFT". */
export const modeLabel = (mode: string | null): string => MODES[mode ?? ''] ?? mode ?? '–';

/** What a run pays, in paise: without the rows that have left it, but for one that all have left. */
export function runTotal({ totalPaise, progress }: Pick<PaymentRun, 'totalPaise' | 'progress'>): number {
  const removedPaise = progress.find(({ state }) => state === 'removed')?.amountPaise ?? 0;
  return removedPaise < totalPaise ? totalPaise - removedPaise : totalPaise;
}
