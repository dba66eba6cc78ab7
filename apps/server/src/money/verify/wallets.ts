import { z } from 'zod';
import { countText } from '../../count-text.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { eachRow, type IntegrityCheck } from './integrity-check.ts';

/** An entry of a wallet. Amounts are in paise. */
export const walletEntry = z.object({
  id: z.number(),
  kind: z.string(),
  paise: z.number(),
  payoutId: z.string().nullable(),
  /** Set only for an entry from the source; null if an older release, which confirmed nothing, booked it. */
  confirmedPaise: z.number().nullable(),
  /** If the record refers to an event: the last of Wayside's entries that the value includes. Otherwise null. */
  appliedThrough: z.number().nullable(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, paise) => total + paise, 0);

export const isFromSource = ({ kind }: WalletEntry): boolean => kind === 'opening' || kind === 'source_change';

/**
 * Checks whether each entry from the source confirms the amount required by docs/money.md (OWN-04). It replays the
 * entries by the amount outstanding between the source and Wayside, not by grants. Because versions are not stored,
 * it accepts the amounts for both a known and an unknown order.
 */
export function areConfirmationsRight(entries: readonly WalletEntry[]): boolean {
  let replay: Replay = { statedPaise: 0, outstandingPaise: 0, decrease: NO_DECREASE, last: NO_DECREASE };
  for (const entry of entries) {
    if (!isFromSource(entry)) {
      replay = { ...replay, outstandingPaise: replay.outstandingPaise - entry.paise };
      continue;
    }
    const isRight = entry.appliedThrough === null ? isInferred(entry, replay) : isApplied(entry, replay, entries);
    if (!isRight) return false;
    replay = afterSourceEntry(entry, replay);
  }
  return true;
}

/** Consecutive decreases of the value: the amount that they confirmed, and the value before them. */
interface Decrease {
  readonly confirmedPaise: number;
  readonly beforePaise: number;
}
const NO_DECREASE: Decrease = { confirmedPaise: 0, beforePaise: 0 };

interface Replay {
  readonly statedPaise: number;
  /** The amount paid by Wayside that the source's value does not include yet; negative if the value lacks a void. */
  readonly outstandingPaise: number;
  /** The latest decreases that an increase may still revert. */
  readonly decrease: Decrease;
  /** Only the last entry, which the previous release took back. */
  readonly last: Decrease;
}

function afterSourceEntry({ paise, confirmedPaise, appliedThrough }: WalletEntry, replay: Replay): Replay {
  const confirmed = confirmedPaise ?? 0;
  const { statedPaise, outstandingPaise, decrease } = replay;
  const isFollower = outstandingPaise <= 0 && decrease.beforePaise - statedPaise === decrease.confirmedPaise;
  const isSettled = paise > 0 || appliedThrough !== null || (paise < 0 && confirmed === 0 && isFollower);
  return {
    statedPaise: statedPaise + paise - confirmed,
    outstandingPaise: outstandingPaise - confirmed,
    decrease: {
      confirmedPaise: isSettled ? 0 : Math.max(decrease.confirmedPaise + confirmed, 0),
      beforePaise: decrease.confirmedPaise === 0 ? statedPaise : decrease.beforePaise,
    },
    last: { confirmedPaise: appliedThrough === null ? confirmed : 0, beforePaise: statedPaise },
  };
}

/** Checks whether an entry that refers to an event confirms everything that Wayside paid before that event. */
function isApplied(
  { id, confirmedPaise, appliedThrough }: WalletEntry,
  { outstandingPaise }: Replay,
  entries: readonly WalletEntry[],
): boolean {
  const through = appliedThrough ?? 0;
  const later = entries.filter((each) => each.id > through && each.id < id && !isFromSource(each));
  return through < id && outstandingPaise - (confirmedPaise ?? 0) === 0 - sum(later.map(({ paise }) => paise));
}

/** Checks whether an entry that refers to no event confirms the amount inferred from the values. */
function isInferred(
  { kind, paise, confirmedPaise }: WalletEntry,
  { statedPaise, outstandingPaise, decrease, last }: Replay,
): boolean {
  if (confirmedPaise === null) return true;
  if (kind === 'opening') return confirmedPaise === 0;
  const risePaise = paise - confirmedPaise;
  const confirmedWith = (takenBackPaise: number) =>
    overlap(takenBackPaise - risePaise, outstandingPaise + takenBackPaise) - takenBackPaise;
  const takenBackPaise = Math.min(Math.max(risePaise, 0), decrease.confirmedPaise);
  const isLastTakenBack = confirmedPaise === -last.confirmedPaise && statedPaise + risePaise >= last.beforePaise;
  return [0, takenBackPaise].map(confirmedWith).includes(confirmedPaise) || (confirmedPaise < 0 && isLastTakenBack);
}

/** Returns the overlap of two amounts with the same sign, which is the one nearer to 0. */
const overlap = (one: number, other: number): number => {
  if (Math.sign(one) !== Math.sign(other)) return 0;
  return Math.abs(one) < Math.abs(other) ? one : other;
};

const walletRow = z.object({
  id: z.string(),
  storedPaise: z.number().nullable(),
  sourcePaise: z.number().nullable(),
  entries: z.array(walletEntry),
  payouts: z.array(z.object({ id: z.string(), paise: z.number(), isVoided: z.boolean() })),
});

type Wallet = z.infer<typeof walletRow>;

const walletsQuery = (table: 'users' | 'mechanics', owner: 'user_id' | 'mechanic_id') => ({
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

/**
 * Returns the first issue of a wallet; null if there is none. It sums in TypeScript, independently of the SQL in the
 * triggers (PRIV-05).
 */
function walletIssue({ storedPaise, sourcePaise, entries, payouts }: Wallet): string | null {
  if (storedPaise !== (entries.length === 0 ? null : sum(entries.map(({ paise }) => paise))))
    return 'is not the sum of its entries';
  const fromSource = entries.filter(isFromSource);
  const statedPaise = sum(fromSource.map(({ paise, confirmedPaise }) => paise - (confirmedPaise ?? 0)));
  if (sourcePaise !== null && sourcePaise !== statedPaise) return 'differs from the value that its source states';
  if (!areConfirmationsRight(entries)) return 'has an entry that confirms another amount than it can';
  // There are no adjustments of wallets.
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

/**
 * Checks by the entries that every wallet equals the value stated by its source minus the payouts that this value
 * does not include (LOYA-05, OWN-04, PRIV-05).
 */
export const wallets: IntegrityCheck = {
  name: 'Wallets',
  passed: 'equal to source values and payouts',
  findIssues: async function* ({ client }) {
    let count = 0;
    for (const [noun, query] of [
      ['customer', walletsQuery('users', 'user_id')],
      ['mechanic', walletsQuery('mechanics', 'mechanic_id')],
    ] as const)
      for await (const wallet of eachRow(client, query)) {
        count += 1;
        const issue = walletIssue(wallet);
        if (issue !== null) yield `the wallet of ${noun} ${wallet.id} ${issue}`;
      }
    return countText(count, 'wallet');
  },
};
