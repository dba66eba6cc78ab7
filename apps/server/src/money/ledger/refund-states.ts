import type { RefundState } from '@wayside/contract/refunds';

/**
 * The events of a refund or a dispute. `record` means that the record of the payment has the status "refunded".
 * `link` means that a user has identified a refund made by the marketplace as a requested one; the request then gets
 * the event `ingest_confirmed`.
 */
export const REFUND_EVENTS = [
  'approve',
  'reject',
  'withdraw',
  'expire',
  'cancel',
  'record',
  'ingest_confirmed',
  'ingest_failed',
  'link',
  'lose',
  'win',
] as const;
export type RefundEvent = (typeof REFUND_EVENTS)[number];

type Transitions = Readonly<Partial<Record<RefundState, RefundState>>>;

const TRANSITIONS: Readonly<Record<RefundEvent, Transitions>> = {
  approve: { waiting: 'requested' },
  reject: { waiting: 'rejected' },
  withdraw: { waiting: 'withdrawn' },
  expire: { waiting: 'expired' },
  cancel: { requested: 'cancelled' },
  record: { requested: 'confirmed' },
  ingest_confirmed: { requested: 'confirmed', failed: 'confirmed', cancelled: 'confirmed' },
  ingest_failed: { requested: 'failed', cancelled: 'failed' },
  link: { confirmed: 'linked' },
  lose: { open: 'lost' },
  win: { open: 'won' },
};

/**
 * Returns the next state of a refund or dispute, by the table in docs/money.md (REFD-01, REFD-03). @returns null if
 * the event is not possible in the state
 */
export const nextRefundState = (state: RefundState, event: RefundEvent): RefundState | null =>
  TRANSITIONS[event][state] ?? null;

/** The amounts of a payment, in paise, that decide whether more can be refunded. */
export interface ReturnFacts {
  readonly status: string | null;
  readonly paidPaise: number;
  /** Confirmed refunds and lost disputes. */
  readonly returnedPaise: number;
  /** Refunds that wait for approval or are requested. */
  readonly pendingPaise: number;
  /** Open disputes. */
  readonly disputedPaise: number;
}

/**
 * Returns the amount that can still be refunded. A refunded payment has none, and disputed amounts are excluded
 * (REFD-01, REFD-03).
 */
export const remainingPaise = ({
  status,
  paidPaise,
  returnedPaise,
  pendingPaise,
  disputedPaise,
}: ReturnFacts): number =>
  status === 'paid' ? Math.max(0, paidPaise - returnedPaise - pendingPaise - disputedPaise) : 0;

/** Checks whether the event leads to a state. */
export const isResultOf = (event: RefundEvent, state: RefundState): boolean =>
  Object.values(TRANSITIONS[event]).includes(state);

/**
 * Returns the amount that a lost dispute returns: at most the amount left after refunds and other disputes. It is 0
 * if the payment was refunded when the dispute was opened and still is. A payment that is refunded later may have
 * been refunded by this dispute (REFD-03).
 */
export const lostPaise = (
  { amountPaise, isAfterRefund }: { readonly amountPaise: number; readonly isAfterRefund: boolean },
  { status, paidPaise, returnedPaise, pendingPaise }: Omit<ReturnFacts, 'disputedPaise'>,
): number =>
  isAfterRefund && status === 'refunded'
    ? 0
    : Math.min(amountPaise, Math.max(0, paidPaise - returnedPaise - pendingPaise));
