import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { contentOf, type PaymentOrder } from './payment-order.ts';

interface Asked {
  readonly order: PaymentOrder;
  isAcknowledged: boolean;
  isRejected: boolean;
}

/** The number of requests by response. */
export interface ResponseCounts {
  asked: number;
  acknowledged: number;
  rejected: number;
  unanswered: number;
}

/** Responses that leave the result open. The last two come from a proxy after its node has exited. */
const OPEN_STATUSES: readonly number[] = [503, 502, 504];

/** A log of the requests and their responses, which the records are compared with. */
export class RequestLog {
  readonly counts: ResponseCounts = { asked: 0, acknowledged: 0, rejected: 0, unanswered: 0 };
  readonly #asked = new Map<string, Asked>();
  readonly #unexpected: string[] = [];
  #unanswered: PaymentOrder[] = [];

  /**
   * Records a response.
   * @param status 200 and 409 are final. The result is open after null, 503 (while the database is down), and 502 and
   *   504 (from a proxy). A kill must not cause any other status.
   */
  record(order: PaymentOrder, status: number | null): void {
    const content = contentOf(order);
    const asked = this.#asked.get(content) ?? { order, isAcknowledged: false, isRejected: false };
    this.#asked.set(content, asked);
    this.counts.asked += 1;
    if (status === 200) {
      this.counts.acknowledged += 1;
      asked.isAcknowledged = true;
    } else if (status === 409) {
      this.counts.rejected += 1;
      asked.isRejected = true;
    } else {
      this.counts.unanswered += 1;
      this.#unanswered.push(order);
      if (status !== null && !OPEN_STATUSES.includes(status))
        this.#unexpected.push(`${content}: answered with ${status}`);
    }
  }

  /** Returns and removes the requests with an open result. */
  takeUnanswered(): PaymentOrder[] {
    const taken = this.#unanswered;
    this.#unanswered = [];
    return taken;
  }

  /** Returns contradictions between the payments and the responses. */
  contradictionsWith(paid: readonly PaymentOrder[]): string[] {
    const contents = new Set(paid.map(contentOf));
    const keys = paid.map(({ transactionId }) => transactionKey(transactionId));
    const wrong = [...this.#unexpected];
    for (const key of keys.filter((each, place) => keys.indexOf(each) !== place)) wrong.push(`${key} paid twice`);
    for (const content of contents) if (!this.#asked.has(content)) wrong.push(`${content}: paid without a request`);
    for (const [content, { isAcknowledged, isRejected }] of this.#asked) {
      if (isAcknowledged && !contents.has(content)) wrong.push(`${content}: acknowledged and missing`);
      if (isRejected && contents.has(content)) wrong.push(`${content}: rejected and paid`);
    }
    return wrong;
  }

  /**
   * Returns the requests that were rejected because of the balance, which are those with a transaction id that no
   * other payment uses.
   */
  rejectedForBalance(paid: readonly PaymentOrder[]): PaymentOrder[] {
    const keys = new Set(paid.map(({ transactionId }) => transactionKey(transactionId)));
    return [...this.#asked.values()]
      .filter(({ order, isRejected }) => isRejected && !keys.has(transactionKey(order.transactionId)))
      .map(({ order }) => order);
  }
}
