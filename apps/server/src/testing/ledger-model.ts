/**
 * For tests: PAYO-08 once more, as plainly as possible and without a database. What a mechanic's rows must sum to follows
 * from the records as they are now and from the rates that were in force at the day of each payment.
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

/** In hundredths of a per cent, so that the model reckons with integers alone. */
interface Rates {
  /** The first day on which they apply; the first rates of all apply to earlier days as well. */
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
  /** What the source stated, in the order in which it came. */
  readonly rates: Rates[] = [];
  readonly #paidOut = new Map<string, number>();

  /** Net earning, cash kept, pending commission, paid out, balance. */
  sumsOf(mechanic: string): number[] {
    const own = this.#earned().filter((earned) => earned.mechanic === mechanic);
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

  #earned(): Earned[] {
    const earned = [...this.payments.values()].flatMap((payment) => this.#earnedBy(payment) ?? []);
    for (const { mechanic, payment, gross, net } of this.statements.values()) {
      const paid = payment === null ? undefined : this.payments.get(payment);
      if (paid?.status !== 'refunded')
        earned.push({ mechanic, isCash: paid?.method === 'cash', net, due: Math.max(0, gross - net) });
    }
    return earned;
  }

  /** Later days take precedence, and of one day what came later. */
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
