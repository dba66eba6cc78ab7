import { bookSourceWallets } from '../../apps/server/src/money/ledger/book-source-wallets.ts';
import { postPendingEntries } from '../../apps/server/src/money/ledger/post-entries.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { toWalletSources } from '../../apps/server/src/testing/money-records.ts';
import { Random } from '../../packages/demo/src/random.ts';
import type { PaymentOrder, PayoutKind } from './payment-order.ts';

const SINGLE_PAYOUTS = 80;
const REPEATED_PAYOUTS = 14;
const CONTESTED_IDS = 10;
const WALLETS_OF_EACH_KIND = 7;
const TRIES_FOR_A_WALLET = 3;
const PAID_BY_SOURCE = 12;

/** A payee and their initial balance. */
export interface Payee {
  readonly kind: PayoutKind;
  readonly id: string;
  readonly paise: number;
  /** Whether the import of the round reports that the source has paid the full balance (PAYO-10). */
  readonly isPaidBySource?: boolean;
}

/** Concurrent payment requests and their payees. */
export interface Burst {
  readonly payees: readonly Payee[];
  /** Consecutive orders go to different applications. */
  readonly orders: readonly PaymentOrder[];
}

const idOf = (round: number, kind: number, number: number) =>
  `65${kind}${round.toString(16).padStart(9, '0')}${number.toString(16).padStart(12, '0')}`;

/**
 * Creates the requests of a round, which depend only on the round number: payouts with a total above the balance,
 * copies of a request in several spellings, one transaction id for several payees, each wallet under several ids, and
 * balances that the source has paid.
 */
export function makeBurst(round: number): Burst {
  const random = new Random(round, 'burst', 0);
  const id = (what: string) => `UTR-${round}-${what}`;
  const order = (payee: Payee, transactionId: string, amountPaise = payee.paise): PaymentOrder => ({
    kind: payee.kind,
    payeeId: payee.id,
    amountPaise,
    transactionId,
  });
  const wallets = (kind: PayoutKind, digit: number): Payee[] =>
    Array.from({ length: WALLETS_OF_EACH_KIND }, (_, number) => ({
      kind,
      id: idOf(round, digit, number),
      paise: random.between(1_001, 90_000),
    }));
  const users = wallets('loyalty to user', 1);
  const mechanics = wallets('loyalty to mechanic', 2);
  const amounts = Array.from({ length: SINGLE_PAYOUTS + REPEATED_PAYOUTS }, () => random.between(1, 9_700));
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const busy: Payee = { kind: 'payout', id: idOf(round, 3, 0), paise: Math.floor(sum / 2) };
  const other: Payee = { kind: 'payout', id: idOf(round, 3, 1), paise: 10_000 };
  const contested: Payee[] = Array.from({ length: PAID_BY_SOURCE }, (_, number) => ({
    kind: 'payout',
    id: idOf(round, 4, number),
    paise: random.between(1_000, 90_000),
    isPaidBySource: true,
  }));
  const orders = [
    ...contested.map((payee, number) => order(payee, id(`beside-${number}`))),
    ...amounts.slice(REPEATED_PAYOUTS).map((amount, number) => order(busy, id(`single-${number}`), amount)),
    ...amounts
      .slice(0, REPEATED_PAYOUTS)
      .flatMap((amount, number) => spellings(id(`same-${number}`)).map((each) => order(busy, each, amount))),
    ...Array.from({ length: CONTESTED_IDS }, (_, number) => {
      const same = id(`contested-${number}`);
      return [
        order(busy, same, 100),
        order(other, same, 100),
        order(random.pick(users), same),
        order(random.pick(mechanics), same),
      ];
    }).flat(),
    ...[...users, ...mechanics].flatMap((payee) =>
      Array.from({ length: TRIES_FOR_A_WALLET }, (_, number) => order(payee, id(`${payee.id}-${number}`))),
    ),
  ];
  return { payees: [...users, ...mechanics, busy, other, ...contested], orders };
}

const spellings = (id: string): string[] => [id, ` ${id.toLowerCase()} `, `\u200b${id}`];

/** Inserts the payees of a round, with wallets and one paid payment per balance. */
export async function writePayees(
  { pool, transaction, longTransaction }: Database,
  { payees }: Burst,
): Promise<void> {
  const of = (kind: PayoutKind) => payees.filter((payee) => payee.kind === kind);
  const idsOf = (kind: PayoutKind) => of(kind).map(({ id }) => id);
  const columns = (kind: PayoutKind) => [idsOf(kind), of(kind).map(({ paise }) => paise)];
  await pool.query(
    'INSERT INTO users (id, source_wallet_paise, created_at) SELECT id, paise, now() FROM unnest($1::text[], $2::bigint[]) AS payee (id, paise)',
    columns('loyalty to user'),
  );
  await pool.query(
    `INSERT INTO mechanics (id, status, source_wallet_paise) SELECT id, 'approved', paise FROM unnest($1::text[], $2::bigint[]) AS payee (id, paise)`,
    columns('loyalty to mechanic'),
  );
  await pool.query(
    `WITH payees AS (INSERT INTO mechanics (id, status) SELECT id, 'approved' FROM unnest($1::text[]) AS id RETURNING id)
     INSERT INTO payments (id, mechanic_id, amount_paise, status, method, created_at)
     SELECT 'ff' || right(id, 22), id, paise, 'paid', 'upi', now() FROM unnest($1::text[], $2::bigint[]) AS payee (id, paise)`,
    columns('payout'),
  );
  await transaction(async (client) => {
    await bookSourceWallets(client, 'users', toWalletSources(idsOf('loyalty to user')));
    await bookSourceWallets(client, 'mechanics', toWalletSources(idsOf('loyalty to mechanic')));
  });
  await postPendingEntries({ longTransaction });
}
