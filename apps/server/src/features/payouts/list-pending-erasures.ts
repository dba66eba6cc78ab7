import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import { roleMay } from '@wayside/contract/roles';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import type { ReaderContext } from '../../context.ts';
import { defineStatement } from '../../db/statement.ts';
import { IS_OWED } from '../../ledger/retained-columns.ts';
import { readBank, STORED_BANK } from '../../records/mechanics.ts';

const reserved = (kind: 'payout' | 'loyalty', owner: 'user_id' | 'mechanic_id') =>
  `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM approvals
    WHERE state = 'waiting' AND kind = '${kind}' AND ${owner} = t.id AND lapses_at > $1)`;

const CUSTOMERS = `
  SELECT 'user' AS kind, t.id, t.payee_name AS name, 0::bigint AS "balancePaise", t.wallet_paise AS "walletPaise",
    0::bigint AS "reservedBalancePaise", ${reserved('loyalty', 'user_id')} AS "reservedWalletPaise", NULL::json AS bank
  FROM users AS t WHERE t.record_state = 'erased' AND ${IS_OWED.users}`;

const MECHANICS = `
  SELECT 'mechanic', t.id, t.payee_name, coalesce((SELECT balance_paise FROM mechanic_balances WHERE mechanic_id = t.id), 0),
    coalesce(t.wallet_paise, 0), ${reserved('payout', 'mechanic_id')}, ${reserved('loyalty', 'mechanic_id')},
    CASE WHEN num_nonnulls(bank_account_holder, bank_name, bank_account_number, bank_ifsc_code, bank_upi_id) > 0 THEN
      ${STORED_BANK} END
  FROM mechanics AS t WHERE t.record_state = 'erased' AND ${IS_OWED.mechanics}`;

const PAGE = defineStatement({
  name: 'list-pending-erasures',
  text: `WITH owed AS (${CUSTOMERS} UNION ALL ${MECHANICS})
    SELECT (SELECT count(*) FROM owed) AS total,
      (SELECT coalesce(json_agg(listed), '[]') FROM (SELECT * FROM owed ORDER BY kind, id LIMIT $2 OFFSET $3) AS listed) AS rows`,
  row: z.object({ total: z.number(), rows: z.array(z.custom<PendingErasure>()) }),
  example: [new Date(0), 10, 0],
});

export interface ListPendingErasuresInput {
  readonly page: number;
  readonly limit: number;
}

/**
 * A page of the erased people whose balance or wallet is not 0, mechanics first (PRIV-06). Bank details, the account number masked,
 * are there only for a role that may reveal a bank account (TEAM-01).
 */
export async function listPendingErasures(
  { database, keys, now, session }: ReaderContext,
  { page, limit }: ListPendingErasuresInput,
): Promise<Page<PendingErasure>> {
  const [found] = await database.rows(PAGE, [now(), limit, (page - 1) * limit]);
  const { total = 0, rows: stored = [] } = found ?? {};
  const maySeeBank = session !== null && roleMay(session.admin.role, 'bank:reveal');
  const rows = await Promise.all(
    stored.map(async (person) => ({
      ...person,
      bank: maySeeBank && person.bank ? await readBank(keys, person.id, person.bank) : null,
    })),
  );
  return { rows, total, page, pageCount: Math.ceil(total / limit) };
}
