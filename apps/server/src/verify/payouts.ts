import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { z } from 'zod';
import { counted } from '../counted.ts';
import { countRows, eachRow, type IntegrityCheck, mismatchIssues, mismatchRow } from './integrity-check.ts';

const PAYOUT_KINDS = ['payout', 'loyalty payout'] as const;

// A payout that was made here has the hash of its request; an imported one has none.
const madeHere = `
  SELECT 'payout' AS kind, id, mechanic_id AS payee_id, amount_paise, transaction_id FROM payouts WHERE request_hash IS NOT NULL
  UNION ALL
  SELECT 'loyalty payout', id, coalesce(user_id, mechanic_id), amount_paise, transaction_id FROM loyalty_payouts`;

const logged = `
  SELECT a.id AS entry_id, a.entity_id AS payee_id,
    CASE WHEN changed.payout_id IS NULL THEN 'loyalty payout' ELSE 'payout' END AS kind,
    coalesce(changed.payout_id, changed.loyalty_id) AS id, changed.amount_paise, changed.transaction_id
  FROM activity AS a CROSS JOIN LATERAL (
    SELECT max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'payoutId') AS payout_id,
      max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'loyaltyPayoutId') AS loyalty_id,
      max(change ->> 'after') FILTER (WHERE change ->> 'field' = 'transactionId') AS transaction_id,
      max((change ->> 'before')::numeric - (change ->> 'after')::numeric)
        FILTER (WHERE change ->> 'field' IN ('balancePaise', 'walletPaise')) AS amount_paise
    FROM jsonb_array_elements(a.changes) AS change) AS changed
  WHERE a.action = 'paid'`;

const mismatches = {
  text: `
    SELECT coalesce(made.kind, logged.kind) AS kind, coalesce(made.id, logged.id) AS id, logged.entry_id AS "entryId", made.id IS NOT NULL AS exists
    FROM (${madeHere}) AS made FULL JOIN (${logged}) AS logged ON logged.kind = made.kind AND logged.id = made.id
    WHERE (made.payee_id, made.amount_paise, made.transaction_id) IS DISTINCT FROM (logged.payee_id, logged.amount_paise, logged.transaction_id)
    ORDER BY logged.entry_id, 2`,
  row: mismatchRow(...PAYOUT_KINDS),
};

/**
 * The payouts that were made here match the activity log in payee, amount and transaction id: a payout that is gone would
 * be paid again, and the log cannot be made to forget it (PAYO-11, SECU-05).
 */
export const payouts: IntegrityCheck = {
  name: 'Payouts',
  passed: 'as in the activity log',
  findIssues: async function* ({ client }) {
    yield* mismatchIssues(client, mismatches);
    return `${counted(await countRows(client, `(${madeHere}) AS made`), 'payout')} made here`;
  },
};

const usedIds = {
  text: `
    SELECT 'payout' AS kind, p.id, p.transaction_id AS "transactionId", p.transaction_key AS key,
      EXISTS (SELECT FROM transaction_ids AS t WHERE t.key = p.transaction_key AND t.payout_id = p.id) AS "isRegistered"
    FROM payouts AS p WHERE p.transaction_id IS NOT NULL
    UNION ALL
    SELECT 'loyalty payout', l.id, l.transaction_id, l.transaction_key,
      EXISTS (SELECT FROM transaction_ids AS t WHERE t.key = l.transaction_key AND t.loyalty_payout_id = l.id)
    FROM loyalty_payouts AS l`,
  row: z.object({
    kind: z.enum(PAYOUT_KINDS),
    id: z.string(),
    transactionId: z.string(),
    key: z.string().nullable(),
    isRegistered: z.boolean(),
  }),
};

/** Each transaction id pays once, over both kinds of payout and all spellings (LOYA-04). */
export const transactionIds: IntegrityCheck = {
  name: 'Transaction ids',
  passed: 'each paid once',
  findIssues: async function* ({ client }) {
    let count = 0;
    for await (const { kind, id, transactionId, key, isRegistered } of eachRow(client, usedIds)) {
      count += 1;
      const expected = transactionKey(transactionId) || null;
      if (key !== expected) yield `the transaction id of ${kind} ${id} is not normalised`;
      else if (expected !== null && !isRegistered)
        yield `the transaction id of ${kind} ${id} is not registered as used`;
    }
    return counted(count, 'transaction id');
  },
};
