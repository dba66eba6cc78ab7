/**
 * A simple model of PAYO-08 and PAYO-11 without a database. The sums of a mechanic follow from the current records
 * and from the rates that were in force on the day of each payment.
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
  readonly isFull: boolean;
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

/** Rates in basis points, so that the model uses integers only. */
interface Rates {
  /** The first day on which the rates apply. The very first rates also apply to earlier days. */
  readonly day: number;
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
  /** Rates of the source in order of arrival. */
  readonly rates: Rates[] = [];
  readonly #paidOut = new Map<string, number>();
  readonly #adjusted = new Map<string, number>();

  /** Returns the net earning, cash kept, pending commission, amount paid out, and balance of a mechanic. */
  sumsOf(mechanic: string): number[] {
    const own = this.#earned().filter((earned) => earned.mechanic === mechanic);
    const cash = own.filter(({ isCash }) => isCash);
    const net = sum(own, 'net') + (this.#adjusted.get(mechanic) ?? 0);
    const [kept, pending] = [sum(cash, 'net'), sum(cash, 'due')];
    const paidOut = this.#paidOut.get(mechanic) ?? 0;
    return [net, kept, pending, paidOut, net - kept - pending - paidOut];
  }

  /** @returns whether the payment is allowed */
  pay(mechanic: string, amount: number): boolean {
    const balance = this.sumsOf(mechanic)[4] ?? 0;
    if (balance <= 0 || amount > balance) return false;
    this.#paidOut.set(mechanic, (this.#paidOut.get(mechanic) ?? 0) + amount);
    return true;
  }

  /** Takes back an earlier payout. */
  void(mechanic: string, amount: number): void {
    this.#paidOut.set(mechanic, (this.#paidOut.get(mechanic) ?? 0) - amount);
  }

  /** Credits an amount; debits it if it is negative. */
  adjust(mechanic: string, amount: number): void {
    this.#adjusted.set(mechanic, (this.#adjusted.get(mechanic) ?? 0) + amount);
  }

  #earned(): Earned[] {
    const earned = [...this.payments.values()].flatMap((payment) => this.#earnedBy(payment) ?? []);
    for (const { mechanic, payment, gross, net } of this.statements.values()) {
      const paid = payment === null ? undefined : this.payments.get(payment);
      if (paid?.status !== 'refunded')
        earned.push({ mechanic, isCash: paid?.method === 'cash', net, due: Math.max(0, gross - net) });
    }
    return earned;
  }

  /** Returns the rates of the latest day; on the same day, the latest arrival takes precedence. */
  #ratesOn(day: number): Rates {
    const sorted = this.rates.toSorted((one, other) => one.day - other.day);
    return sorted.findLast((rates) => rates.day <= day) ?? sorted[0] ?? { day: 0, basisPoints: 0, fee: 0 };
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
    if (payment.booking !== null && (!booking?.isFull || booking.isCancelled)) return null;
    const rates = this.#ratesOn(payment.day);
    const commission = Math.floor((payment.amount * rates.basisPoints + 5000) / 10_000);
    const fee = this.#isFirst(payment) ? (booking?.fee ?? rates.fee) : 0;
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
