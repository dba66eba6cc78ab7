import type { ResultIssueKind } from '@wayside/contract/bank-results';
import type { BankStatus } from '@wayside/contract/payment-runs';
import { type Sentence, sentence } from '@wayside/contract/sentences';
import type { AppliedOutcome } from '../../money/ledger/apply-outcomes.ts';
import { rupeesText } from '../../rupees.ts';

/** The values from a bank result line that the message about it contains. */
interface ReportedValues {
  readonly status: BankStatus;
  readonly amountPaise: number | null;
  readonly transactionId: string | null;
  /** Whether the line contains an account or UPI ID. */
  readonly isDestinationNamed?: boolean;
}

/**
 * Returns the message about a bank result line, with the value reported by the bank and the stored value. It contains
 * no personal names or accounts.
 */
export function issueSentence(
  kind: ResultIssueKind,
  stored: AppliedOutcome['stored'],
  reported: ReportedValues,
): Sentence {
  switch (kind) {
    case 'unknown_reference':
      return sentence('no_payment_of_reference');
    case 'duplicate':
      return sentence('reference_repeated');
    case 'amount_differs':
      return sentence('bank_amount_differs', {
        said: rupeesText(reported.amountPaise ?? 0),
        sent: rupeesText(stored?.amountPaise ?? 0),
      });
    case 'account_differs':
      if (reported.isDestinationNamed === false) return sentence('line_without_account');
      return sentence(stored?.isSameAccount === null ? 'line_hides_account' : 'bank_names_another_account');
    case 'not_sent':
      return sentence(stored?.state === 'removed' ? 'payment_left_run' : 'payment_not_sent');
    case 'no_transaction_id':
      return sentence('paid_without_id');
    case 'transaction_id_used':
      return sentence('id_used_by_another', { transactionId: reported.transactionId ?? '' });
    case 'contradiction':
      return contradictionSentence(stored, reported);
    case 'unreadable':
      return sentence('line_not_readable');
  }
}

function contradictionSentence(stored: AppliedOutcome['stored'], reported: ReportedValues): Sentence {
  const { transactionId } = stored ?? {};
  // The bank can contradict only rows that have ended.
  const state = stored?.state === 'failed' || stored?.state === 'reversed' ? stored.state : 'paid';
  return state === 'paid' && reported.status === 'paid' && transactionId != null && reported.transactionId !== null
    ? sentence('bank_says_another_id', { stored: transactionId, said: reported.transactionId })
    : sentence(`bank_said_${reported.status}_here_${state}`);
}
