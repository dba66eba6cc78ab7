import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import type { ReaderContext } from '../../context.ts';
import { isReserving } from '../../money/ledger/approval-requests.ts';
import { inTransitOf } from '../../money/ledger/owed-amounts.ts';
import { IS_OWED } from '../../money/ledger/retained-columns.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { type PageInput, readStatementPage } from '../../platform/db/statement-page.ts';
import { readerMay } from '../../reader-may.ts';
import { readBank, storedBank } from '../../records/mechanics.ts';
import { bankRow } from './bank-row.ts';

const reserved = (kind: 'payout' | 'loyalty', owner: 'user_id' | 'mechanic_id') =>
  `(SELECT coalesce(sum(amount_paise), 0)::bigint FROM approvals
    WHERE ${owner} = b.id AND ${isReserving(kind, '$1')})`;

const CUSTOMERS = `
  SELECT 'user' AS kind, b.id, b.payee_name AS name, 0::bigint AS "balancePaise", b.wallet_paise AS "walletPaise",
    0::bigint AS "reservedBalancePaise", ${reserved('loyalty', 'user_id')} AS "reservedWalletPaise", 0::bigint AS "inTransitPaise",
    NULL::json AS bank
  FROM users AS b WHERE b.record_state = 'erased' AND ${IS_OWED.users}`;

const MECHANICS = `
  SELECT 'mechanic', b.id, b.payee_name, coalesce((SELECT balance_paise FROM mechanic_balances WHERE mechanic_id = b.id), 0),
    coalesce(b.wallet_paise, 0), ${reserved('payout', 'mechanic_id')}, ${reserved('loyalty', 'mechanic_id')}, ${inTransitOf('b.id')},
    ${storedBank.json} FROM mechanics AS b WHERE b.record_state = 'erased' AND ${IS_OWED.mechanics}`;

const PAGE = defineStatement({
  name: 'list-pending-erasures',
  text: `WITH owed AS (${CUSTOMERS} UNION ALL ${MECHANICS})
    SELECT (SELECT count(*) FROM owed) AS total,
      ${jsonRows('SELECT * FROM owed ORDER BY kind, id LIMIT $2 OFFSET $3')} AS rows`,
  row: z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        kind: z.enum(['user', 'mechanic']),
        id: z.string(),
        name: z.nullable(z.string()),
        balancePaise: z.number(),
        walletPaise: z.number(),
        reservedBalancePaise: z.number(),
        reservedWalletPaise: z.number(),
        inTransitPaise: z.number(),
        bank: z.nullable(bankRow),
      }),
    ),
  }),
  example: [new Date(0), 10, 0],
});

/**
 * A page of the erased people whose balance or wallet is not 0, mechanics first (PRIV-06). Bank details, the account number masked,
 * are there only for a role that may reveal a bank account (TEAM-01).
 */
export async function listPendingErasures(context: ReaderContext, input: PageInput): Promise<Page<PendingErasure>> {
  const { database, keys, now } = context;
  const found = await readStatementPage(database, PAGE, [now()], input);
  const maySeeBank = readerMay(context, 'bank:reveal');
  const rows = await Promise.all(
    found.rows.map(async (person) => ({
      ...person,
      bank: maySeeBank && person.bank ? await readBank(keys, person.id, person.bank) : null,
    })),
  );
  return { ...found, rows };
}
