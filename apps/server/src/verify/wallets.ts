import { z } from 'zod';
import { counted } from '../counted.ts';
import { jsonRows } from '../db/json-rows.ts';
import { eachRow, type IntegrityCheck } from './integrity-check.ts';

const walletRow = z.object({
  id: z.string(),
  storedPaise: z.number().nullable(),
  sourcePaise: z.number().nullable(),
  entries: z.array(
    z.object({
      kind: z.string(),
      paise: z.number(),
      /** The loyalty payout that it books, or whose void. */
      payoutId: z.string().nullable(),
    }),
  ),
  payouts: z.array(z.object({ id: z.string(), paise: z.number(), isVoided: z.boolean() })),
});

const walletsOf = (table: 'users' | 'mechanics', owner: 'user_id' | 'mechanic_id') => ({
  text: `
    SELECT p.id, p.wallet_paise AS "storedPaise", p.source_wallet_paise AS "sourcePaise",
      ${jsonRows(`SELECT kind, amount_paise AS paise, loyalty_payout_id AS "payoutId" FROM wallet_entries WHERE ${owner} = p.id`)} AS entries,
      ${jsonRows(`SELECT id, amount_paise AS paise,
        EXISTS (SELECT FROM payout_voids WHERE loyalty_payout_id = loyalty_payouts.id) AS "isVoided" FROM loyalty_payouts WHERE ${owner} = p.id`)} AS payouts
    FROM ${table} AS p
    WHERE p.wallet_paise IS NOT NULL OR p.source_wallet_paise IS NOT NULL
      OR EXISTS (SELECT FROM wallet_entries WHERE ${owner} = p.id) OR EXISTS (SELECT FROM loyalty_payouts WHERE ${owner} = p.id)`,
  row: walletRow,
});

const sum = (amounts: readonly number[]) => amounts.reduce((total, paise) => total + paise, 0);

/** The first issue of a wallet; null without one. It adds up in TypeScript, apart from the triggers' SQL (PRIV-05). */
function walletIssue({ storedPaise, sourcePaise, entries, payouts }: z.infer<typeof walletRow>): string | null {
  if (storedPaise !== (entries.length === 0 ? null : sum(entries.map(({ paise }) => paise))))
    return 'is not the sum of its entries';
  const fromSource = entries.filter(({ kind }) => kind === 'opening' || kind === 'source_change');
  if (sourcePaise !== null && sourcePaise !== sum(fromSource.map(({ paise }) => paise)))
    return 'differs from the value that its source states';
  // Nothing adjusts wallets.
  if (entries.some(({ kind }) => kind === 'adjustment')) return 'has an entry that nothing explains';
  const unbooked = new Map(payouts.map(({ id, paise }) => [id, -paise]));
  const unreversed = new Map(payouts.filter(({ isVoided }) => isVoided).map(({ id, paise }) => [id, paise]));
  for (const { kind, paise, payoutId } of entries) {
    if (kind !== 'loyalty_payout' && kind !== 'void') continue;
    const expected = kind === 'void' ? unreversed : unbooked;
    if (payoutId === null || expected.get(payoutId) !== paise)
      return `has an entry that differs from its ${kind === 'void' ? 'void' : 'loyalty payout'}`;
    expected.delete(payoutId);
  }
  if (unreversed.size > 0) return 'lacks the entry of a void';
  return unbooked.size === 0 ? null : 'lacks the entry of a loyalty payout';
}

/** Every wallet equals the value that its source states less the payouts, by its entries (LOYA-05, PRIV-05). */
export const wallets: IntegrityCheck = {
  name: 'Wallets',
  passed: 'equal to source values and payouts',
  findIssues: async function* ({ client }) {
    let count = 0;
    for (const [noun, query] of [
      ['customer', walletsOf('users', 'user_id')],
      ['mechanic', walletsOf('mechanics', 'mechanic_id')],
    ] as const)
      for await (const wallet of eachRow(client, query)) {
        count += 1;
        const issue = walletIssue(wallet);
        if (issue !== null) yield `the wallet of ${noun} ${wallet.id} ${issue}`;
      }
    return counted(count, 'wallet');
  },
};
