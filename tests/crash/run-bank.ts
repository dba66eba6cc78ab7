import { parse } from 'csv-parse/sync';
import { makeResultFile, type ResultLine } from '../../apps/server/src/testing/payment-runs-under-test.ts';
import type { Random } from '../../packages/demo/src/random.ts';

/** A payment that the bank has read from the file of a run. */
interface BankPayment {
  readonly reference: string;
  /** The amount in rupees, as in the file. */
  readonly amount: string;
  readonly account: string;
  /** The transaction id, used if the bank pays it. */
  readonly utr: string;
  /** The statuses that the bank has reported so far. */
  readonly reportedStatuses: Set<Status>;
}

export type Status = 'Paid' | 'Rejected' | 'Reversed' | 'In Progress';

/** The event of each status in the table of docs/money.md. */
export const EVENT_BY_STATUS: Readonly<Record<Status, string>> = {
  Paid: 'paid',
  Rejected: 'failed',
  Reversed: 'reversed',
  'In Progress': 'processing',
};

/** Result files, and the reported statuses of the payments in random order. */
export interface RandomResults {
  readonly files: readonly string[];
  readonly words: readonly { readonly reference: string; readonly status: Status }[];
}

/** A bank that reports results late, twice, in any order, and partly wrong (BANK-03). */
export class RunBank {
  readonly #random: Random;
  readonly #payments = new Map<string, BankPayment>();
  #utrs = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Reads the file of a run as RazorpayX does.
   * @throws if the file contains a payment twice
   */
  readRunFile(content: string): readonly { readonly reference: string; readonly paise: number }[] {
    const rows: Record<string, string>[] = parse(content, { columns: true });
    return rows.map((row) => {
      const reference = row['Payout Reference Id'] ?? '';
      const amount = row['Payout Amount (in Rupees)'] ?? '';
      if (this.#payments.has(reference)) throw new Error(`the bank gets ${reference} twice`);
      const account = row['Fund Account Number'] ?? '';
      this.#payments.set(reference, {
        reference,
        amount,
        account,
        utr: this.#newUtr(),
        reportedStatuses: new Set(),
      });
      return { reference, paise: Math.round(Number(amount) * 100) };
    });
  }

  #newUtr(): string {
    this.#utrs += 1;
    return `HDFCN5202611${String(this.#utrs).padStart(10, '0')}`;
  }

  /**
   * Tells a user the status of a payment.
   * @returns its transaction id
   */
  reportStatus(reference: string, status: Status): string {
    const payment = this.#payments.get(reference);
    if (payment === undefined) throw new Error(`the bank has no ${reference}`);
    payment.reportedStatuses.add(status);
    return payment.utr;
  }

  /**
   * Reports one to three statuses for most payments. It never reports a rejected payment as paid, because a user
   * would have to resolve that.
   */
  makeResults(): RandomResults {
    const lines: ResultLine[] = [];
    const words: { reference: string; status: Status }[] = [];
    for (const payment of this.#payments.values()) {
      if (this.#random.chance(payment.reportedStatuses.size === 0 ? 0.1 : 0.8)) continue;
      const possible = this.#possibleWords(payment);
      for (let count = this.#random.between(1, 3); count > 0; count -= 1) {
        const status = this.#random.pick(possible);
        payment.reportedStatuses.add(status);
        words.push({ reference: payment.reference, status });
        const hasUtr = status === 'Paid' || status === 'Reversed';
        lines.push({ ...line(payment), status, ...(hasUtr && { utr: payment.utr }) });
      }
    }
    return { files: [...this.#shuffledFiles(lines), this.#wrongFile()], words };
  }

  #possibleWords({ reportedStatuses }: BankPayment): readonly Status[] {
    const isRejected = reportedStatuses.has('Rejected');
    const isPaid = reportedStatuses.has('Paid') || reportedStatuses.has('Reversed');
    if (isRejected || (!isPaid && this.#random.chance(0.2))) return ['Rejected', 'In Progress'];
    // Only some of the successful payments are returned.
    return isPaid && this.#random.chance(0.7)
      ? ['Paid', 'In Progress']
      : ['Paid', 'Paid', 'Reversed', 'In Progress'];
  }

  /**
   * Creates result files in which each reference occurs once, in random order. The first lines are then repeated with
   * another status, which has no effect because the first line of a reference counts.
   */
  #shuffledFiles(lines: readonly ResultLine[]): string[] {
    const files: Map<string, ResultLine>[] = [];
    const places = new Map<string, number>();
    for (const each of this.#shuffled(lines)) {
      const place = places.get(each.reference) ?? 0;
      places.set(each.reference, place + 1);
      files[place] ??= new Map();
      files[place]?.set(each.reference, each);
    }
    return files.map((file) => {
      const stated = [...file.values()];
      const again = stated.slice(0, 5).map((each) => ({ ...each, status: 'Reversed', utr: this.#newUtr() }));
      return makeResultFile([...stated, ...again]);
    });
  }

  /**
   * Creates a result file with wrong amounts, wrong accounts and unknown references, none of which may change
   * anything.
   */
  #wrongFile(): string {
    const some = this.#shuffled([...this.#payments.values()]).slice(0, 20);
    const wrong = some.map((payment, index) => {
      const paid = { ...line(payment), status: 'Paid', utr: this.#newUtr() };
      if (index % 3 === 0) return { ...paid, amount: (Number(payment.amount) + 0.01).toFixed(2) };
      return index % 3 === 1 ? { ...paid, account: '1234567890' } : { ...paid, reference: `W9999ABCDE${index}X` };
    });
    return makeResultFile([
      ...wrong,
      { reference: 'W9999ABCDEFGH', status: 'Paid', amount: '1.00', utr: this.#newUtr() },
    ]);
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => ({ value, at: this.#random.next() }))
      .sort((one, other) => one.at - other.at)
      .map(({ value }) => value);
  }
}

const line = ({ reference, amount, account }: BankPayment) => ({ reference, amount, account });
