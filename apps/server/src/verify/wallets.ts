import { counted } from '../counted.ts';
import type { PeopleTable } from '../db/forget-person.ts';
import { eachRow } from './each-row.ts';
import type { IntegrityCheck } from './integrity-check.ts';

interface WalletDescription {
  readonly id: string;
  readonly keptPaise: number | null;
  readonly statedPaise: number | null;
  /** Kind, amount in paise, the loyalty payout that it books. */
  readonly entries: readonly (readonly [kind: string, paise: number, payoutId: string | null])[];
  readonly payouts: readonly (readonly [id: string, paise: number])[];
}

const wallets = (table: PeopleTable, owner: 'user_id' | 'mechanic_id') => `
  SELECT p.id, p.wallet_paise AS "keptPaise", p.source_wallet_paise AS "statedPaise",
    coalesce(e.entries, '[]') AS entries, coalesce(l.payouts, '[]') AS payouts
  FROM ${table} AS p
  LEFT JOIN (SELECT ${owner} AS id, json_agg(json_build_array(kind, amount_paise, loyalty_payout_id)) AS entries
    FROM wallet_entries GROUP BY 1) AS e ON e.id = p.id
  LEFT JOIN (SELECT ${owner} AS id, json_agg(json_build_array(id, amount_paise)) AS payouts
    FROM loyalty_payouts GROUP BY 1) AS l ON l.id = p.id
  WHERE p.wallet_paise IS NOT NULL OR p.source_wallet_paise IS NOT NULL OR e.id IS NOT NULL OR l.id IS NOT NULL`;

const sum = (amounts: readonly number[]) => amounts.reduce((total, paise) => total + paise, 0);

/** What is wrong with a wallet; null when nothing is. */
function problemOf({ keptPaise, statedPaise, entries, payouts }: WalletDescription): string | null {
  if (keptPaise !== (entries.length === 0 ? null : sum(entries.map(([, paise]) => paise))))
    return 'is not the sum of its entries';
  const fromSource = entries.filter(([kind]) => kind === 'opening' || kind === 'source_change');
  if (statedPaise !== null && statedPaise !== sum(fromSource.map(([, paise]) => paise)))
    return 'does not hold what its source stated';
  // Nothing makes voids or adjustments yet.
  if (entries.some(([kind]) => kind === 'void' || kind === 'adjustment'))
    return 'has an entry that neither its source nor a loyalty payout explains';
  const paid = new Map(payouts);
  for (const [kind, paise, payoutId] of entries)
    if (kind === 'loyalty_payout' && (payoutId === null || paid.get(payoutId) !== -paise || !paid.delete(payoutId)))
      return 'has an entry of a loyalty payout that was not made so';
  return paid.size === 0 ? null : 'lacks the entry of a loyalty payout';
}

/** That every wallet is what its source stated less what was paid out, by its entries (LOYA-05, PRIV-05). */
export const walletSums: IntegrityCheck = {
  name: 'Wallets',
  holds: 'equal to what was stated and paid',
  prove: async function* ({ client }) {
    let count = 0;
    for (const [noun, table, owner] of [
      ['customer', 'users', 'user_id'],
      ['mechanic', 'mechanics', 'mechanic_id'],
    ] as const)
      for await (const wallet of eachRow<WalletDescription>(client, wallets(table, owner))) {
        count += 1;
        const problem = problemOf(wallet);
        if (problem !== null) yield `the wallet of ${noun} ${wallet.id} ${problem}`;
      }
    return counted(count, 'wallet');
  },
};
