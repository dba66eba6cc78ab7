import type { Database } from '../../db/database.ts';
import { Random } from '../../demo/random.ts';
import { settleOpen } from '../../ledger/settle.ts';
import type { PayOrder, PayoutKind } from './pay-order.ts';

const SINGLE_PAYOUTS = 80;
const REPEATED_PAYOUTS = 14;
const CONTESTED_IDS = 10;
const WALLETS_OF_EACH_KIND = 7;
const TRIES_FOR_A_WALLET = 3;

/** Somebody to be paid, and what there is for them before anything is paid. */
export interface Payee {
  readonly kind: PayoutKind;
  readonly id: string;
  readonly paise: number;
}

/** What is asked for at one moment, and by whom it is to be paid. */
export interface Volley {
  readonly payees: readonly Payee[];
  /** Those that stand beside each other are meant for different applications. */
  readonly orders: readonly PayOrder[];
}

const idOf = (round: number, kind: number, number: number) =>
  `65${kind}${round.toString(16).padStart(9, '0')}${number.toString(16).padStart(12, '0')}`;

/**
 * The requests of a round, the same for the same round: payouts that together exceed the balance, the same request in
 * several copies and spellings, one transaction id for different payees, and each wallet under several ids.
 */
export function makeVolley(round: number): Volley {
  const random = new Random(round, 'volley', 0);
  const id = (what: string) => `UTR-${round}-${what}`;
  const order = (payee: Payee, transactionId: string, amountPaise = payee.paise): PayOrder => ({
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
  const orders = [
    ...amounts.slice(REPEATED_PAYOUTS).map((amount, number) => order(busy, id(`single-${number}`), amount)),
    ...amounts
      .slice(0, REPEATED_PAYOUTS)
      .flatMap((amount, number) => spellings(id(`same-${number}`)).map((each) => order(busy, each, amount))),
    ...Array.from({ length: CONTESTED_IDS }, (_, number) => {
      const contested = id(`contested-${number}`);
      return [
        order(busy, contested, 100),
        order(other, contested, 100),
        order(random.pick(users), contested),
        order(random.pick(mechanics), contested),
      ];
    }).flat(),
    ...[...users, ...mechanics].flatMap((payee) =>
      Array.from({ length: TRIES_FOR_A_WALLET }, (_, number) => order(payee, id(`${payee.id}-${number}`))),
    ),
  ];
  return { payees: [...users, ...mechanics, busy, other], orders };
}

const spellings = (id: string): string[] => [id, ` ${id.toLowerCase()} `, `\u200b${id}`];

/** Brings the payees of a round into the database: wallets, and balances by way of a paid payment each. */
export async function writePayees({ pool, transaction }: Database, { payees }: Volley): Promise<void> {
  const columns = (kind: PayoutKind) => {
    const found = payees.filter((payee) => payee.kind === kind);
    return [found.map(({ id }) => id), found.map(({ paise }) => paise)];
  };
  await pool.query(
    'INSERT INTO users (id, wallet_paise, created_at) SELECT id, paise, now() FROM unnest($1::text[], $2::bigint[]) AS payee (id, paise)',
    columns('loyalty to user'),
  );
  await pool.query(
    `INSERT INTO mechanics (id, status, wallet_paise) SELECT id, 'approved', paise FROM unnest($1::text[], $2::bigint[]) AS payee (id, paise)`,
    columns('loyalty to mechanic'),
  );
  await pool.query(
    `WITH payees AS (INSERT INTO mechanics (id, status) SELECT id, 'approved' FROM unnest($1::text[]) AS id RETURNING id)
     INSERT INTO payments (id, mechanic_id, amount_paise, status, method, created_at)
     SELECT 'ff' || right(id, 22), id, paise, 'paid', 'upi', now() FROM unnest($1::text[], $2::bigint[]) AS payee (id, paise)`,
    columns('payout'),
  );
  await settleOpen({ transaction });
}
