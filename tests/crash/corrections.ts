import { voidPayment } from '@wayside/contract/payments-out';
import { adjustBalance } from '@wayside/contract/payouts-ledger';
import { postPendingEntries } from '../../apps/server/src/money/ledger/post-entries.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';

const VOIDS = 8;
const ADJUSTMENTS = 8;
const COPIES = 3;
const [EARNED_PAISE, RETURNED_PAISE] = [100_000, 1_000];
const TIMEOUT_MS = 30_000;

interface Request {
  readonly path: string;
  readonly body: object;
  /** The change of the balance, in paise. */
  readonly paise: number;
  /** A query for the number of rows that the correction created. */
  readonly made: { readonly text: string; readonly value: string };
  isAcknowledged: boolean;
  isAnswered: boolean;
}

const idOf = (round: number, kind: number, number: number) =>
  `67${kind}${round.toString(16).padStart(9, '0')}${number.toString(16).padStart(12, '0')}`;

/**
 * Voids and adjustments for a mechanic of the round, in several copies each, that run during its payments (PAYO-11).
 */
export class Corrections {
  readonly #mechanic: string;
  readonly #payouts: readonly string[];
  readonly #requests: readonly Request[];

  constructor(round: number) {
    this.#mechanic = idOf(round, 1, 0);
    this.#payouts = Array.from({ length: VOIDS }, (_, number) => idOf(round, 2, number));
    const open = { isAcknowledged: false, isAnswered: false };
    this.#requests = [
      ...this.#payouts.map((id) => ({
        ...open,
        path: voidPayment.path.replace('{kind}', 'payout').replace('{id}', id),
        body: { reason: 'Returned by the bank' },
        paise: RETURNED_PAISE,
        made: { text: 'SELECT FROM payout_voids WHERE payout_id = $1', value: id },
      })),
      ...Array.from({ length: ADJUSTMENTS }, (_, number) => {
        const [key, amount] = [`adjustment-${round}-${number}`, number % 2 === 0 ? 7.5 : -3.25];
        return {
          ...open,
          path: adjustBalance.path.replace('{id}', this.#mechanic),
          body: { amount, reason: 'Spare part twice', key },
          paise: amount * 100,
          made: { text: 'SELECT FROM adjustments WHERE request_key = $1', value: key },
        };
      }),
    ];
  }

  /** Inserts the mechanic, an earning, and the payouts that the bank returns. */
  async write({ pool, longTransaction }: Database): Promise<void> {
    await pool.query(`INSERT INTO mechanics (id, status) VALUES ($1, 'approved')`, [this.#mechanic]);
    await pool.query(
      `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, created_at) VALUES ('fe' || right($1, 22), $1, $2, 'paid', 'upi', now())`,
      [this.#mechanic, EARNED_PAISE],
    );
    await pool.query(
      'INSERT INTO payouts (id, mechanic_id, amount_paise, paid_at) SELECT id, $2, $3, now() FROM unnest($1::text[]) AS id',
      [this.#payouts, this.#mechanic, RETURNED_PAISE],
    );
    await postPendingEntries({ longTransaction });
  }

  /**
   * Sends the requests that have no response yet, in several concurrent copies.
   * @returns whether all have a response now
   */
  async send(addresses: readonly string[], token: string): Promise<boolean> {
    const copies = this.#requests
      .filter(({ isAnswered }) => !isAnswered)
      .flatMap((request) => Array.from({ length: COPIES }, () => request));
    await Promise.all(
      copies.map((request, place) => ask(addresses[place % addresses.length] ?? '', token, request)),
    );
    return this.#requests.every(({ isAnswered }) => isAnswered);
  }

  /** Returns contradictions between the responses, the rows and the balance. Call it while no request is running. */
  async contradictions({ pool }: Database): Promise<string[]> {
    const wrong: string[] = [];
    let expected = EARNED_PAISE - VOIDS * RETURNED_PAISE;
    for (const { path, made, paise, isAcknowledged } of this.#requests) {
      const { rowCount } = await pool.query(made.text, [made.value]);
      if (isAcknowledged && rowCount !== 1) wrong.push(`${path}: acknowledged, ${rowCount} rows`);
      expected += (rowCount ?? 0) * paise;
    }
    const { rows } = await pool.query(
      'SELECT balance_paise AS paise FROM mechanic_balances WHERE mechanic_id = $1',
      [this.#mechanic],
    );
    const [found] = rows;
    return found?.paise === expected
      ? wrong
      : [...wrong, `corrected balance: ${found?.paise}, ${expected} expected`];
  }
}

async function ask(address: string, token: string, request: Request): Promise<void> {
  try {
    const response = await fetch(`${address}/api/v1${request.path}`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(request.body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.text();
    // A copy of a void gets 409 if another copy was stored.
    request.isAcknowledged ||= response.status === 200 || response.status === 409;
    request.isAnswered ||= request.isAcknowledged;
  } catch {
    // The kill has closed the connection, so the request is sent again.
  }
}
