import type { ResultIssueKind } from '@wayside/contract/bank-results';
import type { BankStatus, RunRowState } from '@wayside/contract/payment-runs';

export interface RunRowFacts {
  readonly state: RunRowState;
  readonly amountPaise: number;
  /** The normalized transaction id of the resulting payment. */
  readonly transactionKey: string | null;
}

export interface OutcomeFacts {
  readonly status: BankStatus;
  /** Null if an administrator reports the outcome. */
  readonly amountPaise: number | null;
  /**
   * Whether the account or UPI ID in the file is the destination of the row; null if the file contains none or they
   * cannot be compared.
   */
  readonly isSameAccount: boolean | null;
  readonly transactionKey: string | null;
  /**
   * Whether an administrator reports the outcome. Administrators may record a payment as made even after the bank
   * reported it as failed.
   */
  readonly isOfPerson: boolean;
}

/** The decision: a new state, no change, or an issue for an administrator. */
export type RunRowDecision =
  | { readonly to: 'paid' | 'failed' | 'reversed' }
  | { readonly to: null; readonly issue: ResultIssueKind | null };

const change = (to: 'paid' | 'failed' | 'reversed'): RunRowDecision => ({ to });
const toIssueDecision = (issue: ResultIssueKind | null): RunRowDecision => ({ to: null, issue });
const UNCHANGED_DECISION = toIssueDecision(null);

/**
 * Decides on the state of an amount in a payment run, by the table in docs/money.md (BANK-03, BANK-04). An outcome
 * that is already known, or older than the known one, changes nothing. An outcome that contradicts the known one is
 * an issue for an administrator. Therefore the order of result files makes no difference.
 */
export function decideRunRow(row: RunRowFacts, outcome: OutcomeFacts): RunRowDecision {
  if (row.state === 'reserved' || row.state === 'removed') return toIssueDecision('not_sent');
  if (outcome.amountPaise !== null && outcome.amountPaise !== row.amountPaise)
    return toIssueDecision('amount_differs');
  if (outcome.isSameAccount !== true && !outcome.isOfPerson) return toIssueDecision('account_differs');
  const isOtherPayment =
    row.transactionKey !== null && outcome.transactionKey !== null && row.transactionKey !== outcome.transactionKey;
  if (isOtherPayment) return toIssueDecision('contradiction');
  return DECISION_BY_STATUS[outcome.status](row.state, outcome);
}

type Known = Exclude<RunRowState, 'reserved' | 'removed'>;

const DECISION_BY_STATUS: Readonly<Record<BankStatus, (state: Known, outcome: OutcomeFacts) => RunRowDecision>> = {
  processing: () => UNCHANGED_DECISION,
  paid: (state, { transactionKey, isOfPerson }) => {
    if (state === 'paid' || state === 'reversed') return UNCHANGED_DECISION;
    if (state === 'failed' && !isOfPerson) return toIssueDecision('contradiction');
    return transactionKey === null ? toIssueDecision('no_transaction_id') : change('paid');
  },
  failed: (state) => {
    if (state === 'sent') return change('failed');
    return state === 'paid' ? toIssueDecision('contradiction') : UNCHANGED_DECISION;
  },
  reversed: (state) => (state === 'sent' || state === 'paid' ? change('reversed') : UNCHANGED_DECISION),
};
