import { z } from 'zod';
import { counted } from '../../counted.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { eachRow, type IntegrityCheck } from './integrity-check.ts';
import { areConfirmationsRight, isFromSource, sum, type WalletEntry, walletEntry } from './wallet-confirmations.ts';

const walletRow = z.object({
  id: z.string(),
  storedPaise: z.number().nullable(),
  sourcePaise: z.number().nullable(),
  entries: z.array(walletEntry),
  payouts: z.array(z.object({ id: z.string(), paise: z.number(), isVoided: z.boolean() })),
});

type Wallet = z.infer<typeof walletRow>;

const walletsOf = (table: 'users' | 'mechanics', owner: 'user_id' | 'mechanic_id') => ({
  text: `
    SELECT p.id, p.wallet_paise AS "storedPaise", p.source_wallet_paise AS "sourcePaise",
      ${jsonRows(`SELECT id, kind, amount_paise AS paise, loyalty_payout_id AS "payoutId", confirmed_paise AS "confirmedPaise",
        applied_through AS "appliedThrough" FROM wallet_entries WHERE ${owner} = p.id ORDER BY id`)} AS entries,
      ${jsonRows(`SELECT id, amount_paise AS paise,
        EXISTS (SELECT FROM payout_voids WHERE loyalty_payout_id = loyalty_payouts.id) AS "isVoided" FROM loyalty_payouts WHERE ${owner} = p.id`)} AS payouts
    FROM ${table} AS p
    WHERE p.wallet_paise IS NOT NULL OR p.source_wallet_paise IS NOT NULL
      OR EXISTS (SELECT FROM wallet_entries WHERE ${owner} = p.id) OR EXISTS (SELECT FROM loyalty_payouts WHERE ${owner} = p.id)`,
  row: walletRow,
});

/** The first issue of a wallet; null without one. It adds up in TypeScript, apart from the triggers' SQL (PRIV-05). */
function walletIssue({ storedPaise, sourcePaise, entries, payouts }: Wallet): string | null {
  if (storedPaise !== (entries.length === 0 ? null : sum(entries.map(({ paise }) => paise))))
    return 'is not the sum of its entries';
  const fromSource = entries.filter(isFromSource);
  const statedPaise = sum(fromSource.map(({ paise, confirmedPaise }) => paise - (confirmedPaise ?? 0)));
  if (sourcePaise !== null && sourcePaise !== statedPaise) return 'differs from the value that its source states';
  if (!areConfirmationsRight(entries)) return 'has an entry that confirms another amount than it can';
  // Nothing adjusts wallets.
  if (entries.some(({ kind }) => kind === 'adjustment')) return 'has an entry that nothing explains';
  return payoutIssue(payouts, entries);
}

function payoutIssue(payouts: Wallet['payouts'], entries: readonly WalletEntry[]): string | null {
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

/** Every wallet equals the value that its source states less the payouts that are not in it, by its entries (LOYA-05, OWN-04, PRIV-05). */
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
