import type { ResultIssueKind } from '@wayside/contract/bank-results';
import type { BankStatus } from '@wayside/contract/payment-runs';
import type { AppliedOutcome } from '../../money/ledger/apply-outcomes.ts';
import { rupeesText } from '../../rupees.ts';

/** The values that the sentence about a bank result line needs. */
interface Said {
  readonly status: BankStatus;
  readonly amountPaise: number | null;
  readonly transactionId: string | null;
  /** Whether the line names an account or UPI ID. */
  readonly isDestinationNamed?: boolean;
}

const STATES: Readonly<Record<string, string>> = {
  reserved: 'was not sent to the bank',
  removed: 'left the run before it was sent',
  sent: 'is with the bank',
  paid: 'is paid',
  failed: 'has failed',
  reversed: 'was reversed',
};

/** Says what the bank states and what is stored instead. It names no person and no account. */
export function issueSentence(kind: ResultIssueKind, stored: AppliedOutcome['stored'], said: Said): string {
  const state = STATES[stored?.state ?? ''] ?? 'is not known';
  switch (kind) {
    case 'unknown_reference':
      return 'No payment of Wayside has this reference.';
    case 'duplicate':
      return 'An earlier line of this file has the same reference.';
    case 'amount_differs':
      return `The bank says ${rupeesText(said.amountPaise ?? 0)}, and ${rupeesText(stored?.amountPaise ?? 0)} was sent.`;
    case 'account_differs':
      if (said.isDestinationNamed === false)
        return 'The line names no account or UPI ID, so it cannot be compared with the payment.';
      return stored?.isSameAccount === null
        ? 'The account or UPI ID in the line hides too much to be compared with the payment.'
        : 'The bank names another account or UPI ID than the one in the file.';
    case 'not_sent':
      return `This payment ${state}.`;
    case 'no_transaction_id':
      return 'The bank says that it was paid, without a transaction ID.';
    case 'transaction_id_used':
      return `Transaction ID ${said.transactionId ?? ''} already belongs to another payment.`;
    case 'contradiction':
      return stored?.transactionId != null &&
        said.transactionId !== null &&
        stored.state === 'paid' &&
        said.status === 'paid'
        ? `It is paid with transaction ID ${stored.transactionId}, and the bank says ${said.transactionId}.`
        : `The bank says that it was ${said.status === 'paid' ? 'paid' : said.status}, and it ${state} here.`;
    case 'unreadable':
      return 'The line cannot be read.';
  }
}
