import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { contentOf, type PayOrder } from './pay-order.ts';

interface Asked {
  readonly order: PayOrder;
  isAcknowledged: boolean;
  isRefused: boolean;
}

/** How many requests there were, and how they were answered. */
export interface AnswerCounts {
  asked: number;
  acknowledged: number;
  refused: number;
  unanswered: number;
}

/** What was asked for and how it was answered: the plain model that the books are held against. */
export class AskedPayments {
  readonly counts: AnswerCounts = { asked: 0, acknowledged: 0, refused: 0, unanswered: 0 };
  readonly #asked = new Map<string, Asked>();
  readonly #strange: string[] = [];
  #unanswered: PayOrder[] = [];

  /**
   * Records an answer.
   * @param status 200 and 409 are the truth; null, and 503 while the database is away, leave it open what has become of
   *   the request; any other is not what a kill may look like
   */
  note(order: PayOrder, status: number | null): void {
    const content = contentOf(order);
    const asked = this.#asked.get(content) ?? { order, isAcknowledged: false, isRefused: false };
    this.#asked.set(content, asked);
    this.counts.asked += 1;
    if (status === 200) {
      this.counts.acknowledged += 1;
      asked.isAcknowledged = true;
    } else if (status === 409) {
      this.counts.refused += 1;
      asked.isRefused = true;
    } else {
      this.counts.unanswered += 1;
      this.#unanswered.push(order);
      if (status !== null && status !== 503) this.#strange.push(`${content}: answered with ${status}`);
    }
  }

  /** Hands out, once, the requests of which it is open what has become of them. */
  takeUnanswered(): PayOrder[] {
    const taken = this.#unanswered;
    this.#unanswered = [];
    return taken;
  }

  /** Where what was paid contradicts what was answered; nothing when every answer was true. */
  contradictionsWith(paid: readonly PayOrder[]): string[] {
    const contents = new Set(paid.map(contentOf));
    const keys = paid.map(({ transactionId }) => transactionKey(transactionId));
    const wrong = [...this.#strange];
    for (const key of keys.filter((each, place) => keys.indexOf(each) !== place)) wrong.push(`${key} paid twice`);
    for (const content of contents) if (!this.#asked.has(content)) wrong.push(`${content}: nobody asked for it`);
    for (const [content, { isAcknowledged, isRefused }] of this.#asked) {
      if (isAcknowledged && !contents.has(content)) wrong.push(`${content}: acknowledged, and not there`);
      if (isRefused && contents.has(content)) wrong.push(`${content}: refused, and paid`);
    }
    return wrong;
  }

  /** The refused requests whose transaction id has paid nothing else: there was not enough for them. */
  refusedForWantOfMoney(paid: readonly PayOrder[]): PayOrder[] {
    const keys = new Set(paid.map(({ transactionId }) => transactionKey(transactionId)));
    return [...this.#asked.values()]
      .filter(({ order, isRefused }) => isRefused && !keys.has(transactionKey(order.transactionId)))
      .map(({ order }) => order);
  }
}
