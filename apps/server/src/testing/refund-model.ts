import type { RefundState } from '@wayside/contract/refunds';

export const COMMISSION = 0.1;
export const FEE_PAISE = 4900;
const DAY_MS = 86_400_000;

export interface ModelRefund {
  readonly id: string;
  readonly payment: ModelPayment;
  readonly amount: number;
  /** Whether the marketplace made the refund without a request. */
  readonly isOwn: boolean;
  /** For a dispute: whether the payment had already been refunded when the dispute was opened. */
  readonly isAfterRefund: boolean;
  readonly requestedAt: number;
  /** When the request was sent to the marketplace. */
  sentAt: number;
  sourceId: string;
  percent: number;
  state: RefundState;
  returned: number;
}
/** A payment with amounts in paise. */
export interface ModelPayment {
  readonly id: string;
  readonly method: string;
  status: string;
  paid: number;
}

const sumOf = <R>(rows: readonly R[], paise: (row: R) => number) => rows.reduce((sum, row) => sum + paise(row), 0);
const halfAwayFromZero = (value: number) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

/** An independent implementation of the rules in docs/money.md. */
export class RefundModel {
  readonly refunds: ModelRefund[] = [];
  readonly payments: readonly ModelPayment[];

  constructor(payments: readonly ModelPayment[]) {
    this.payments = payments;
  }

  #of(of: ModelPayment, ...states: readonly RefundState[]) {
    return this.refunds.filter((refund) => refund.payment === of && states.includes(refund.state));
  }
  claimed(of: ModelPayment): number {
    const refunds = this.#of(of, 'waiting', 'requested', 'confirmed');
    return sumOf(refunds, ({ amount }) => amount) + sumOf(this.#of(of, 'lost'), ({ returned }) => returned);
  }
  disputed(of: ModelPayment): number {
    return sumOf(this.#of(of, 'open'), ({ amount }) => amount);
  }
  isRefunding(of: ModelPayment): boolean {
    return this.#of(of, 'waiting', 'requested').length > 0;
  }
  canRefund(of: ModelPayment, amount: number, claimed = this.claimed(of)): boolean {
    return of.status === 'paid' && amount <= of.paid - claimed - this.disputed(of);
  }
  /**
   * Returns the sent requests for a payment with this amount. A record without a request id refers to such a request
   * only if there is exactly one.
   */
  sent(of: ModelPayment, amount: number): readonly ModelRefund[] {
    return this.#of(of, 'requested').filter((refund) => refund.amount === amount);
  }
  /** Returns the amount that a lost dispute returns. */
  lost({ payment: of, amount, isAfterRefund }: ModelRefund): number {
    if (isAfterRefund && of.status === 'refunded') return 0;
    return Math.min(amount, Math.max(0, of.paid - this.claimed(of)));
  }
  canCancel({ state, sentAt }: ModelRefund, now: number): boolean {
    return state === 'requested' && sentAt <= now - 3 * DAY_MS;
  }
  /** Checks whether a refund made by the marketplace belongs to a request. */
  canLink(request: ModelRefund, made: ModelRefund): boolean {
    const { payment: of, amount, state } = request;
    const fits = made.isOwn && made.state === 'confirmed' && made.payment === of && made.amount === amount;
    const isLate = state === 'failed' || state === 'cancelled';
    return fits && !request.isOwn && (state === 'requested' || (isLate && this.claimed(of) <= of.paid));
  }
  link(request: ModelRefund, made: ModelRefund): void {
    Object.assign(made, { state: 'linked', returned: 0 });
    request.sourceId = made.sourceId;
    this.confirm(request);
  }
  /** Expires requests that were not approved within seven days. */
  expire(now: number): void {
    for (const refund of this.refunds)
      if (refund.state === 'waiting' && refund.requestedAt <= now - 7 * DAY_MS) refund.state = 'expired';
  }
  confirm(refund: ModelRefund): void {
    refund.state = 'confirmed';
    refund.returned = refund.amount;
  }
  balance(): number {
    return (
      sumOf(this.payments, (of) => this.#kept(of)) -
      sumOf(this.refunds, ({ returned, percent }) => Math.floor((returned * percent + 50) / 100))
    );
  }
  #kept(of: ModelPayment): number {
    const charges = halfAwayFromZero(of.paid * COMMISSION) + FEE_PAISE;
    const earned = of.method === 'cash' ? -charges : of.paid - charges;
    if (of.status !== 'refunded') return of.status === 'paid' ? earned : 0;
    const returned = sumOf(
      this.refunds.filter((refund) => refund.payment === of && !refund.isOwn),
      (refund) => refund.returned,
    );
    return halfAwayFromZero((earned * Math.min(returned, of.paid)) / of.paid);
  }
}
