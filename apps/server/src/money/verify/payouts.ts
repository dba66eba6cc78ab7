import { storedTransactionKey, transactionKey } from '@wayside/contract/wire/transaction-id';
import { z } from 'zod';
import { counted } from '../../counted.ts';
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

// Each payment owns its stored key. The form in which ids are compared can belong to an earlier payment, where both are from before OWN-03.
const usedIds = {
  text: `
    SELECT paid.*, coalesce(used.keys, '{}') AS keys FROM (
      SELECT 'payout' AS kind, id, transaction_id AS "transactionId", transaction_key AS key FROM payouts WHERE transaction_id IS NOT NULL
      UNION ALL
      SELECT 'loyalty payout', id, transaction_id, transaction_key FROM loyalty_payouts) AS paid
    LEFT JOIN (SELECT num_nonnulls(payout_id) = 1 AS is_payout, coalesce(payout_id, loyalty_payout_id) AS id, array_agg(key) AS keys
      FROM transaction_ids GROUP BY 1, 2) AS used ON used.id = paid.id AND used.is_payout = (paid.kind = 'payout')`,
  row: z.object({
    kind: z.enum(PAYOUT_KINDS),
    id: z.string(),
    transactionId: z.string(),
    key: z.string().nullable(),
    keys: z.array(z.string()),
  }),
};

const OWNERS = `SELECT t.key, coalesce(p.transaction_id, l.transaction_id) AS "transactionId" FROM transaction_ids AS t
  LEFT JOIN payouts AS p ON p.id = t.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = t.loyalty_payout_id WHERE t.key = ANY ($1)`;

/** Each transaction id pays once, over both kinds of payout and all spellings (LOYA-04, OWN-03). */
export const transactionIds: IntegrityCheck = {
  name: 'Transaction ids',
  passed: 'each paid once',
  findIssues: async function* ({ client }) {
    let count = 0;
    /** The form of the ids that other payments may own, and the payments. */
    const shared = new Map<string, string[]>();
    for await (const { kind, id, transactionId, key, keys } of eachRow(client, usedIds)) {
      count += 1;
      const form = transactionKey(transactionId);
      const isNormalized = key === (storedTransactionKey(transactionId) || null) || isFormerKey(key, form);
      if (!isNormalized) yield `the transaction id of ${kind} ${id} is not normalised`;
      else if (key !== null && !keys.includes(key))
        yield `the transaction id of ${kind} ${id} is not registered as used`;
      else if (form !== '' && !keys.includes(form))
        shared.set(form, [...(shared.get(form) ?? []), `${kind} ${id}`]);
    }
    const { rows } = await client.query<{ key: string; transactionId: string | null }>(OWNERS, [
      [...shared.keys()],
    ]);
    for (const { key, transactionId } of rows) if (transactionKey(transactionId ?? '') === key) shared.delete(key);
    for (const payments of shared.values())
      for (const payment of payments) yield `the transaction id of ${payment} is not registered as used`;
    return counted(count, 'transaction id');
  },
};

/** Whether a release before OWN-03 has stored the key: beyond ASCII it kept symbols. */
const isFormerKey = (key: string | null, form: string): boolean =>
  key !== null && /\P{ASCII}/u.test(key) && transactionKey(key) === form;
