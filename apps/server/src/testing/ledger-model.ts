/**
 * For tests: PAYO-08 once more, as plainly as possible and without a database. What a mechanic's rows must sum to follows
 * from the records as they are now and from the rates that were in force when something was first earned.
 */

export interface ModelPayment {
  readonly id: string;
  readonly booking: string | null;
  readonly mechanic: string | null;
  readonly amount: number;
  readonly method: string;
  readonly status: string;
  /** The day of the transaction. */
  readonly day: number;
}

export interface ModelBooking {
  readonly mechanic: string | null;
  readonly isKnown: boolean;
  readonly isCancelled: boolean;
  readonly fee: number | null;
}

export interface ModelStatement {
  readonly mechanic: string;
  readonly payment: string | null;
  readonly booking: string | null;
  readonly gross: number;
  readonly net: number;
}

/** In hundredths of a per cent, so that the model reckons with integers alone. */
interface Rates {
  readonly basisPoints: number;
  readonly fee: number;
}

interface Earned {
  readonly mechanic: string;
  readonly isCash: boolean;
  readonly net: number;
  readonly due: number;
}

export class LedgerModel {
  readonly payments = new Map<string, ModelPayment>();
  readonly bookings = new Map<string, ModelBooking>();
  readonly statements = new Map<string, ModelStatement>();
  rates: Rates = { basisPoints: 0, fee: 0 };
  readonly #frozenRates = new Map<string, number>();
  readonly #frozenFees = new Map<string, number>();
  readonly #paidOut = new Map<string, number>();
  #earned: Earned[] = [];

  settle(): void {
    this.#earned = [...this.payments.values()].flatMap((payment) => this.#earnedBy(payment) ?? []);
    for (const { mechanic, payment, gross, net } of this.statements.values()) {
      const paid = payment === null ? undefined : this.payments.get(payment);
      if (paid?.status !== 'refunded')
        this.#earned.push({ mechanic, isCash: paid?.method === 'cash', net, due: Math.max(0, gross - net) });
    }
  }

  /** Net earning, cash kept, pending commission, paid out, balance. */
  sumsOf(mechanic: string): number[] {
    const own = this.#earned.filter((earned) => earned.mechanic === mechanic);
    const cash = own.filter(({ isCash }) => isCash);
    const [net, kept, pending] = [sum(own, 'net'), sum(cash, 'net'), sum(cash, 'due')];
    const paidOut = this.#paidOut.get(mechanic) ?? 0;
    return [net, kept, pending, paidOut, net - kept - pending - paidOut];
  }

  /** @returns whether it may be paid */
  pay(mechanic: string, amount: number): boolean {
    const balance = this.sumsOf(mechanic)[4] ?? 0;
    if (balance <= 0 || amount > balance) return false;
    this.#paidOut.set(mechanic, (this.#paidOut.get(mechanic) ?? 0) + amount);
    return true;
  }

  #earnedBy(payment: ModelPayment): Earned | null {
    const booking = payment.booking === null ? null : this.bookings.get(payment.booking);
    const mechanic = payment.mechanic ?? booking?.mechanic ?? null;
    const isStated = [...this.statements.values()].some(
      (row) =>
        row.payment === payment.id ||
        (row.payment === null && row.booking !== null && row.booking === payment.booking),
    );
    if (payment.status !== 'paid' || mechanic === null || isStated) return null;
    if (payment.booking !== null && (!booking?.isKnown || booking.isCancelled)) return null;
    const rate = keep(this.#frozenRates, payment.id, this.rates.basisPoints);
    const commission = Math.floor((payment.amount * rate + 5000) / 10_000);
    const fee = this.#isFirst(payment)
      ? keep(this.#frozenFees, payment.booking ?? payment.id, booking?.fee ?? this.rates.fee)
      : 0;
    const net = payment.amount - commission - fee;
    return { mechanic, isCash: payment.method === 'cash', net, due: commission + fee };
  }

  #isFirst(payment: ModelPayment): boolean {
    if (payment.booking === null) return true;
    const everPaid = [...this.payments.values()].filter(
      ({ booking, status }) => booking === payment.booking && (status === 'paid' || status === 'refunded'),
    );
    return !everPaid.some(({ id, day }) => day < payment.day || (day === payment.day && id < payment.id));
  }
}

const sum = (earned: readonly Earned[], part: 'net' | 'due') => earned.reduce((total, row) => total + row[part], 0);

/** What was kept first stays. */
function keep(kept: Map<string, number>, key: string, value: number): number {
  const before = kept.get(key) ?? value;
  kept.set(key, before);
  return before;
}
