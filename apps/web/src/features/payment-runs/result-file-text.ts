import type { BankResultFile } from '@wayside/contract/bank-results';
import { formatCount } from '../../lib/format.ts';

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
  // A file that was read by an earlier release has no counts by status.
  if (counted < file.changedCount + file.unchangedCount)
    return `${formatCount(file.changedCount)} recorded, ${formatCount(file.unchangedCount)} unchanged`;
  const texts = statuses.flatMap(([count, status]) => (count > 0 ? [`${formatCount(count)} ${status}`] : []));
  return texts.join(', ') || 'No payments recorded';
}

/** "1 line needs your attention" */
export const attentionText = ({ issueCount }: Pick<BankResultFile, 'issueCount'>): string =>
  issueCount === 1 ? '1 line needs your attention' : `${formatCount(issueCount)} lines need your attention`;
