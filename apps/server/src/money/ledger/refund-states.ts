import type { RefundState } from '@wayside/contract/refunds';

/** What happens to a refund or a dispute. `record` is the record of the payment with the status "refunded". */
export const REFUND_EVENTS = [
  'approve',
  'reject',
  'withdraw',
  'expire',
  'record',
  'ingest_confirmed',
  'ingest_failed',
  'lose',
  'win',
] as const;
export type RefundEvent = (typeof REFUND_EVENTS)[number];

type Transitions = Readonly<Partial<Record<RefundState, RefundState>>>;

const TRANSITIONS: Readonly<Record<RefundEvent, Transitions>> = {
  approve: { waiting: 'requested' },
  reject: { waiting: 'rejected' },
  withdraw: { waiting: 'withdrawn' },
  expire: { waiting: 'lapsed' },
  record: { requested: 'confirmed' },
  ingest_confirmed: { requested: 'confirmed', failed: 'confirmed' },
  ingest_failed: { requested: 'failed' },
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
  /** Requested and confirmed refunds, and lost disputes. */
  readonly returnedPaise: number;
  /** Open disputes. */
  readonly disputedPaise: number;
}

/** What can still be refunded: the customer's bank may yet take what is disputed, and a refunded payment has gone back whole (REFD-01, REFD-03). */
export const remainingPaise = ({ status, paidPaise, returnedPaise, disputedPaise }: ReturnFacts): number =>
  status === 'paid' ? Math.max(0, paidPaise - returnedPaise - disputedPaise) : 0;

/** What a lost dispute returns: no more than what refunds and other disputes have left (REFD-03). */
export const lostPaise = (amountPaise: number, facts: Pick<ReturnFacts, 'paidPaise' | 'returnedPaise'>): number =>
  Math.min(amountPaise, Math.max(0, facts.paidPaise - facts.returnedPaise));
