import type { RefundState } from '@wayside/contract/refunds';

/**
 * Events of a refund or a dispute. `record` is the record of the payment with the status "refunded"; `link` happens
 * to a refund of the
 * marketplace that turns out to be a request, which it confirms as ingest does.
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

/** The table of states of refunds and disputes, as docs/money.md has it (REFD-01, REFD-03). @returns null where nothing follows */
export const nextRefundState = (state: RefundState, event: RefundEvent): RefundState | null =>
  TRANSITIONS[event][state] ?? null;

/** The amounts of a payment that decide whether more can go back, in paise. */
export interface ReturnFacts {
  readonly status: string | null;
  readonly paidPaise: number;
  /** Confirmed refunds and lost disputes. */
  readonly returnedPaise: number;
  /** Refunds that wait or are requested. */
  readonly pendingPaise: number;
  /** Open disputes. */
  readonly disputedPaise: number;
}

/**
 * The amount that can still be refunded: nothing of a refunded payment, and nothing that is in dispute (REFD-01,
 * REFD-03).
 */
export const remainingPaise = ({
  status,
  paidPaise,
  returnedPaise,
  pendingPaise,
  disputedPaise,
}: ReturnFacts): number =>
  status === 'paid' ? Math.max(0, paidPaise - returnedPaise - pendingPaise - disputedPaise) : 0;

/** Whether a step with this event has led to a state. */
export const isResultOf = (event: RefundEvent, state: RefundState): boolean =>
  Object.values(TRANSITIONS[event]).includes(state);

/**
 * The amount that a lost dispute returns: at most the rest after refunds and other disputes; 0 if the payment was
 * refunded when the dispute was opened and still is. A payment that is refunded later may be so by this dispute
 * (REFD-03).
 */
export const lostPaise = (
  { amountPaise, isAfterRefund }: { readonly amountPaise: number; readonly isAfterRefund: boolean },
  { status, paidPaise, returnedPaise, pendingPaise }: Omit<ReturnFacts, 'disputedPaise'>,
): number =>
  isAfterRefund && status === 'refunded'
    ? 0
    : Math.min(amountPaise, Math.max(0, paidPaise - returnedPaise - pendingPaise));
