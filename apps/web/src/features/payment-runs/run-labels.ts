import type { BankResultFile } from '@wayside/contract/bank-results';
import { modeText, type PaymentRun, type RunRowState } from '@wayside/contract/payment-runs';
import { formatCount } from '../../lib/format.ts';
import { plural, t } from '../../lib/text.ts';

/** How the bank pays: "NEFT". */
export const modeLabel = (mode: string | null): string => modeText(mode) ?? '–';

/** "1 payment", "1,204 payments" */
export const paymentsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`;

/** The number and the sum in paise of the rows in some states. */
export const inState = ({ progress }: Pick<PaymentRun, 'progress'>, ...states: readonly RunRowState[]) => {
  const found = progress.filter(({ state }) => states.some((each) => each === state));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    amountPaise: found.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  };
};

/** The total of a run in paise, without removed rows unless all were removed. */
export function runTotal(run: Pick<PaymentRun, 'totalPaise' | 'progress'>): number {
  const paidPaise = run.totalPaise - inState(run, 'removed').amountPaise;
  return paidPaise > 0 ? paidPaise : run.totalPaise;
}

type Counts = Pick<
  BankResultFile,
  'paidCount' | 'failedCount' | 'reversedCount' | 'processingCount' | 'changedCount' | 'unchangedCount'
>;

/** The payments of a bank result file by status: "18 paid, 1 failed, 1 reversed" (BANK-08). */
export function paymentsOfFile(file: Counts): string {
  const statuses = [
    [file.paidCount, 'paid'],
    [file.failedCount, 'failed'],
    [file.reversedCount, 'reversed'],
    [file.processingCount, 'still processing'],
  ] as const;
  const counted = statuses.reduce((sum, [count]) => sum + count, 0);
  // A file read by an earlier release has no counts by status.
  if (counted < file.changedCount + file.unchangedCount)
    return t('{changedCount} recorded, {unchangedCount} unchanged', {
      changedCount: formatCount(file.changedCount),
      unchangedCount: formatCount(file.unchangedCount),
    });
  const texts = statuses.flatMap(([count, status]) => (count > 0 ? [`${formatCount(count)} ${status}`] : []));
  return texts.join(', ') || t('No payments recorded');
}

/** "1 line needs your attention" */
export const attentionText = ({ issueCount }: Pick<BankResultFile, 'issueCount'>): string =>
  plural(issueCount, '{count} line needs your attention', '{count} lines need your attention');
