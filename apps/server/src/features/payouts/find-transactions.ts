import type { Transaction } from '@wayside/contract/transactions';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { escapeLike } from '../../db/like-pattern.ts';
import { defineStatement, sampleOf } from '../../db/statement.ts';

/** A shorter text begins too many ids. */
const SHORTEST = 4;
const MOST = 5;

// Not prepared: only a pattern that is known can be read from the index of the primary key.
const BEGINNING = defineStatement({
  name: 'find-transactions',
  text: `SELECT coalesce(p.id, l.id)::text AS id, coalesce(p.transaction_id, l.transaction_id) AS "transactionId",
    CASE WHEN p.id IS NOT NULL THEN 'payout' WHEN l.user_id IS NULL THEN 'loyalty_of_mechanic' ELSE 'loyalty_of_customer' END AS kind,
    json_build_object('id', coalesce(m.id, u.id), 'name', coalesce(m.name, u.name)) AS payee,
    coalesce(p.amount_paise, l.amount_paise) AS "amountPaise", iso_instant(coalesce(p.paid_at, l.paid_at)) AS "paidAt"
  FROM transaction_ids AS t LEFT JOIN payouts AS p ON p.id = t.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = t.loyalty_payout_id
    LEFT JOIN mechanics AS m ON m.id = coalesce(p.mechanic_id, l.mechanic_id) LEFT JOIN users AS u ON u.id = l.user_id
  WHERE t.key LIKE $1 ORDER BY length(t.key), t.key LIMIT ${MOST}`,
  row: z.object({
    id: z.string(),
    transactionId: z.string().nullable(),
    kind: z.enum(['payout', 'loyalty_of_mechanic', 'loyalty_of_customer']),
    payee: z.object({ id: z.string(), name: z.string().nullable() }),
    amountPaise: z.number(),
    paidAt: z.string().nullable(),
  }),
  example: [sampleOf('transaction_ids', 'key')],
  isPrepared: false,
});

/** The payments whose transaction id begins with a text, the whole id first (WORK-03). */
export async function findTransactions(
  { database }: AppContext,
  { search }: { readonly search: string },
): Promise<Transaction[]> {
  const key = transactionKey(search);
  if (key.length < SHORTEST) return [];
  const found = await database.rows(BEGINNING, [`${escapeLike(key)}%`]);
  return found.map((row) => ({ ...row, transactionId: row.transactionId ?? key }));
}
