import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import { roleMay } from '@wayside/contract/roles';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import type { ReaderContext } from '../../context.ts';
import { jsonRows } from '../../db/json-rows.ts';
import { defineStatement } from '../../db/statement.ts';
import { IS_OWED } from '../../ledger/retained-columns.ts';
import { IS_ON_ITS_WAY } from '../../ledger/run-amounts.ts';
import { readBank, storedBank } from '../../records/mechanics.ts';

const reserved = (kind: 'payout' | 'loyalty', owner: 'user_id' | 'mechanic_id') =>
  `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM approvals
    WHERE state = 'waiting' AND kind = '${kind}' AND ${owner} = b.id AND lapses_at > $1)`;

const ON_ITS_WAY = `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM payment_run_rows WHERE mechanic_id = b.id AND ${IS_ON_ITS_WAY})`;

const CUSTOMERS = `
  SELECT 'user' AS kind, b.id, b.payee_name AS name, 0::bigint AS "balancePaise", b.wallet_paise AS "walletPaise",
    0::bigint AS "reservedBalancePaise", ${reserved('loyalty', 'user_id')} AS "reservedWalletPaise", 0::bigint AS "onItsWayPaise",
    NULL::json AS bank
  FROM users AS b WHERE b.record_state = 'erased' AND ${IS_OWED.users}`;

const MECHANICS = `
  SELECT 'mechanic', b.id, b.payee_name, coalesce((SELECT balance_paise FROM mechanic_balances WHERE mechanic_id = b.id), 0),
    coalesce(b.wallet_paise, 0), ${reserved('payout', 'mechanic_id')}, ${reserved('loyalty', 'mechanic_id')}, ${ON_ITS_WAY},
    ${storedBank.json} FROM mechanics AS b WHERE b.record_state = 'erased' AND ${IS_OWED.mechanics}`;

const PAGE = defineStatement({
  name: 'list-pending-erasures',
  text: `WITH owed AS (${CUSTOMERS} UNION ALL ${MECHANICS})
    SELECT (SELECT count(*) FROM owed) AS total,
      ${jsonRows('SELECT * FROM owed ORDER BY kind, id LIMIT $2 OFFSET $3')} AS rows`,
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
