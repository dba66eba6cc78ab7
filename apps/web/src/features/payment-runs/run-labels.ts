import type { BankResultFile } from '@wayside/contract/bank-results';
import type { RunRow } from '@wayside/contract/payment-run-rows';
import { modeText, type PaymentRun, type RunRowState } from '@wayside/contract/payment-runs';
import { type Message, msg, plural, t } from '../../languages/text.ts';
import { lookUp } from '../../lib/look-up.ts';

/** Returns the label of a payment mode: "NEFT". */
export const modeLabel = (mode: string | null): string =>
  mode === 'own_bank' ? t('Own bank') : (modeText(mode) ?? '–');

/** The text that counts a run's payments in each state. */
const COUNTS: Readonly<Record<RunRowState, Message>> = {
  reserved: msg('{count} reserved'),
  sent: msg('{count} with the bank'),
  paid: msg('{count} paid'),
  failed: msg('{count} failed'),
  reversed: msg('{count} reversed'),
  removed: msg('{count} removed'),
};

/** Returns the text that counts a run's payments in a state: "{count} paid". */
export const countMessage = (state: string): Message => lookUp<Message>(COUNTS, state) ?? msg('{count} unknown');

/** Returns the number of rows in the given states and their sum in paise. */
export const sumStates = ({ progress }: Pick<PaymentRun, 'progress'>, ...states: readonly RunRowState[]) => {
  const found = progress.filter(({ state }) => states.some((each) => each === state));
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    amountPaise: found.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  };
};

/** Returns the total of a run in paise. Removed rows are excluded unless all rows were removed. */
export function runTotal(run: Pick<PaymentRun, 'totalPaise' | 'progress'>): number {
  const paidPaise = run.totalPaise - sumStates(run, 'removed').amountPaise;
  return paidPaise > 0 ? paidPaise : run.totalPaise;
}

type Counts = Pick<
  BankResultFile,
  'paidCount' | 'failedCount' | 'reversedCount' | 'processingCount' | 'changedCount' | 'unchangedCount'
>;

/** Returns the payments of a bank result file by status: "18 paid, 1 failed, 1 reversed" (BANK-08). */
export function paymentsOfFile(file: Counts): string {
  const statuses = [
    [file.paidCount, COUNTS.paid],
    [file.failedCount, COUNTS.failed],
    [file.reversedCount, COUNTS.reversed],
    [file.processingCount, msg('{count} still processing')],
  ] as const;
  const counted = statuses.reduce((sum, [count]) => sum + count, 0);
  // Files processed by an earlier version have no counts by status.
  if (counted < file.changedCount + file.unchangedCount)
    return t('{recorded} recorded, {unchanged} unchanged', {
      recorded: file.changedCount,
      unchanged: file.unchangedCount,
    });
  const texts = statuses.flatMap(([count, text]) => (count > 0 ? [t(text, { count })] : []));
  return texts.join(', ') || t('No payments recorded');
}

export const attentionText = ({ issueCount }: Pick<BankResultFile, 'issueCount'>): string =>
  plural(issueCount, '{count} line needs your attention', '{count} lines need your attention');

/** The button label for states in which only one result is possible. */
const RECORD_LABELS: Readonly<Record<string, Message>> = {
  failed: msg('Record payment'),
  paid: msg('Record a return'),
};

/** Returns "Record a return", or "Record" if the form offers several results. */
export const recordLabel = ({ state }: RunRow): string => t(RECORD_LABELS[state] ?? msg('Record | verb'));
/** Returns the same label with the payment's reference. */
export const recordButtonLabel = (row: RunRow): string =>
  RECORD_LABELS[row.state]
    ? `${recordLabel(row)}, ${row.reference}`
    : t('Record the bank’s result for {reference}', { reference: row.reference });
