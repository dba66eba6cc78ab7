import { storedTransactionKey, transactionKey } from '@wayside/contract/wire/transaction-id';
import { z } from 'zod';
import { countText } from '../../count-text.ts';
import { eachRow, type IntegrityCheck, sqlCheck } from './integrity-check.ts';

/**
 * Returns the SQL for issues of Wayside's records that differ from their activity entries. Both have a kind, an id
 * and these columns.
 */
const differencesSql = (made: string, logged: string, columns: readonly string[]): string => `
  SELECT concat_ws(' ', coalesce(made.kind, logged.kind), coalesce(made.id, logged.id)) || CASE
      WHEN logged.entry_id IS NULL THEN ' has no activity row'
      WHEN made.id IS NULL THEN format(', logged in row %s of the activity, is missing', logged.entry_id)
      ELSE format(' differs from row %s of the activity', logged.entry_id) END AS issue
  FROM (${made}) AS made FULL JOIN (${logged}) AS logged ON logged.kind = made.kind AND logged.id = made.id
  WHERE (${columns.map((name) => `made.${name}`).join(', ')}) IS DISTINCT FROM (${columns.map((name) => `logged.${name}`).join(', ')})
  ORDER BY logged.entry_id, coalesce(made.id, logged.id)`;

const changedValueSql = (field: string): string =>
  `max(change ->> 'after') FILTER (WHERE change ->> 'field' = '${field}')`;
const CHANGED_PAISE = `max((change ->> 'after')::numeric - (change ->> 'before')::numeric)
  FILTER (WHERE change ->> 'field' IN ('balancePaise', 'walletPaise'))`;

// A payout made by Wayside has the hash of its request; an imported one has none.
const MADE_HERE = `
  SELECT 'payout' AS kind, id, mechanic_id AS payee_id, amount_paise, transaction_id FROM payouts WHERE request_hash IS NOT NULL
  UNION ALL
  SELECT 'loyalty payout', id, coalesce(user_id, mechanic_id), amount_paise, transaction_id FROM loyalty_payouts`;

const LOGGED_PAYOUTS = `
  SELECT a.id AS entry_id, a.entity_id AS payee_id, CASE WHEN payout_id IS NULL THEN 'loyalty payout' ELSE 'payout' END AS kind,
    coalesce(payout_id, loyalty_id) AS id, -change_paise AS amount_paise, changed.transaction_id
  FROM activity AS a CROSS JOIN LATERAL (
    SELECT ${changedValueSql('payoutId')} AS payout_id, ${changedValueSql('loyaltyPayoutId')} AS loyalty_id,
      ${changedValueSql('transactionId')} AS transaction_id, ${CHANGED_PAISE} AS change_paise
    FROM jsonb_array_elements(a.changes) AS change) AS changed
  WHERE a.action = 'paid'`;

/**
 * Checks that Wayside's payouts match the activity log, because a deleted payout would be paid again (PAYO-11,
 * SECU-05).
 */
export const payouts = sqlCheck({
  name: 'Payouts',
  passed: 'as in the activity log',
  queries: [differencesSql(MADE_HERE, LOGGED_PAYOUTS, ['payee_id', 'amount_paise', 'transaction_id'])],
  checked: [['payout', `(${MADE_HERE}) AS made`]],
});

const MADE_CORRECTIONS = `
  SELECT 'void' AS kind, id, coalesce(user_id, mechanic_id) AS payee_id, amount_paise, transaction_id,
    coalesce(payout_id, loyalty_payout_id) AS payment_id, voided_by AS actor_id FROM payout_voids
  UNION ALL
  SELECT 'adjustment', id, mechanic_id, amount_paise, NULL, NULL, made_by FROM adjustments`;

const LOGGED_CORRECTIONS = `
  SELECT a.id AS entry_id, a.entity_id AS payee_id, a.actor_id, CASE a.action WHEN 'voided' THEN 'void' ELSE 'adjustment' END AS kind, changed.*
  FROM activity AS a CROSS JOIN LATERAL (
    SELECT coalesce(${changedValueSql('voidId')}, ${changedValueSql('adjustmentId')}) AS id, coalesce(${changedValueSql('payoutId')}, ${changedValueSql('loyaltyPayoutId')}) AS payment_id,
      ${changedValueSql('transactionId')} AS transaction_id, ${CHANGED_PAISE} AS amount_paise
    FROM jsonb_array_elements(a.changes) AS change) AS changed
  WHERE a.action IN ('voided', 'adjusted')`;

const DIFFERING_VOIDS = `
  SELECT format('void %s differs from its payment', v.id) AS issue
  FROM payout_voids AS v LEFT JOIN payouts AS p ON p.id = v.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = v.loyalty_payout_id
  WHERE (v.mechanic_id, v.user_id, v.amount_paise, v.transaction_key) IS DISTINCT FROM
    (coalesce(p.mechanic_id, l.mechanic_id), l.user_id, coalesce(p.amount_paise, l.amount_paise), coalesce(p.transaction_key, l.transaction_key))
  ORDER BY 1`;

/**
 * Checks that voids and adjustments match the activity log, and each void its payment (PAYO-11, PRIV-05). `earnings`
 * and `wallets` check the amounts.
 */
export const corrections = sqlCheck({
  name: 'Voids and adjustments',
  passed: 'as in the activity log',
  queries: [
    differencesSql(MADE_CORRECTIONS, LOGGED_CORRECTIONS, [
      ...['payee_id', 'amount_paise', 'transaction_id', 'payment_id', 'actor_id'],
    ]),
    DIFFERING_VOIDS,
  ],
  checked: [
    ['void', 'payout_voids'],
    ['adjustment', 'adjustments'],
  ],
});

// Each payment owns its stored key. If two payments are from before OWN-03, the comparable form of one's id may
// belong to the other, earlier one.
const usedIds = {
  text: `
    SELECT paid.*, coalesce(used.keys, '{}') AS keys FROM (
      SELECT 'payout' AS kind, id, transaction_id AS "transactionId", transaction_key AS key FROM payouts WHERE transaction_id IS NOT NULL
      UNION ALL
      SELECT 'loyalty payout', id, transaction_id, transaction_key FROM loyalty_payouts) AS paid
    LEFT JOIN (SELECT num_nonnulls(payout_id) = 1 AS is_payout, coalesce(payout_id, loyalty_payout_id) AS id, array_agg(key) AS keys
      FROM transaction_ids GROUP BY 1, 2) AS used ON used.id = paid.id AND used.is_payout = (paid.kind = 'payout')`,
  row: z.object({
    kind: z.string(),
    id: z.string(),
    transactionId: z.string(),
    key: z.string().nullable(),
    keys: z.array(z.string()),
  }),
};

const OWNERS = `SELECT t.key, coalesce(p.transaction_id, l.transaction_id) AS "transactionId" FROM transaction_ids AS t
  LEFT JOIN payouts AS p ON p.id = t.payout_id LEFT JOIN loyalty_payouts AS l ON l.id = t.loyalty_payout_id WHERE t.key = ANY ($1)`;

/**
 * Checks that each transaction id was used for only one payment, across both kinds of payout and all spellings
 * (LOYA-04, OWN-03).
 */
export const transactionIds: IntegrityCheck = {
  name: 'Transaction ids',
  passed: 'each paid once',
  findIssues: async function* ({ client }) {
    let count = 0;
    /** Comparable forms that may belong to other payments, with the payments that use them. */
    const shared = new Map<string, string[]>();
    for await (const { kind, id, transactionId, key, keys } of eachRow(client, usedIds)) {
      count += 1;
      const payment = `${kind} ${id}`;
      const form = transactionKey(transactionId);
      const isNormalized = key === (storedTransactionKey(transactionId) || null) || isFormerKey(key, form);
      if (!isNormalized) yield `the transaction id of ${payment} is not normalised`;
      else if (key !== null && !keys.includes(key)) yield notRegisteredSql(payment);
      else if (form !== '' && !keys.includes(form)) shared.set(form, [...(shared.get(form) ?? []), payment]);
    }
    const { rows } = await client.query<{ key: string; transactionId: string | null }>(OWNERS, [
      [...shared.keys()],
    ]);
    for (const { key, transactionId } of rows) if (transactionKey(transactionId ?? '') === key) shared.delete(key);
    yield* [...shared.values()].flat().map(notRegisteredSql);
    return countText(count, 'transaction id');
  },
};

const notRegisteredSql = (payment: string): string => `the transaction id of ${payment} is not registered as used`;

/**
 * Checks whether a release before OWN-03 stored the key. That release did not remove symbols from keys with non-ASCII
 * characters.
 */
const isFormerKey = (key: string | null, form: string): boolean =>
  key !== null && /\P{ASCII}/u.test(key) && transactionKey(key) === form;
