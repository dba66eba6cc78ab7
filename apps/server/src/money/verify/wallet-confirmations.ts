import { z } from 'zod';

/** An entry of a wallet. Amounts are paise. */
export const walletEntry = z.object({
  id: z.number(),
  kind: z.string(),
  paise: z.number(),
  /** The loyalty payout that it books, or whose void. */
  payoutId: z.string().nullable(),
  /** Of an entry from the source; null where a release booked it that confirmed nothing. */
  confirmedPaise: z.number().nullable(),
  /** Of a record that names an event: the last entry made here that its value includes. */
  appliedThrough: z.number().nullable(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, paise) => total + paise, 0);

/** Whether the source has stated it. */
export const isFromSource = ({ kind }: WalletEntry): boolean => kind === 'opening' || kind === 'source_change';

/**
 * Whether each entry from the source confirms what the rules of docs/money.md say (OWN-04). It replays the entries in their order, by what is
 * outstanding between the source and here, and not by what was granted.
 */
export function areConfirmationsRight(entries: readonly WalletEntry[]): boolean {
  let statedPaise = 0;
  /** Paid here and not in the source's value yet; below 0 where it lacks a void. */
  let outstandingPaise = 0;
  /** What the value has lost by the last entry, and what it was before. */
  let last = { confirmedPaise: 0, statedPaise: 0 };
  for (const entry of entries) {
    if (!isFromSource(entry)) {
      outstandingPaise -= entry.paise;
      continue;
    }
    const { paise, appliedThrough } = entry;
    const confirmedPaise = entry.confirmedPaise ?? 0;
    const beforePaise = statedPaise;
    statedPaise += paise - confirmedPaise;
    if (appliedThrough !== null) {
      if (appliedThrough >= entry.id) return false;
      const later = entries
        .filter(({ id }) => id > appliedThrough && id < entry.id)
        .filter((each) => !isFromSource(each));
      if (outstandingPaise - confirmedPaise !== 0 - sum(later.map((each) => each.paise))) return false;
    } else if (!isInferred(entry, { beforePaise, statedPaise, outstandingPaise, last })) return false;
    outstandingPaise -= confirmedPaise;
    last = { confirmedPaise: appliedThrough === null ? confirmedPaise : 0, statedPaise: beforePaise };
  }
  return true;
}

interface Replayed {
  readonly beforePaise: number;
  readonly statedPaise: number;
  readonly outstandingPaise: number;
  readonly last: { readonly confirmedPaise: number; readonly statedPaise: number };
}

/** Whether an entry that names no event confirms what follows from the values. */
function isInferred(
  { kind, confirmedPaise }: WalletEntry,
  { beforePaise, statedPaise, outstandingPaise, last }: Replayed,
): boolean {
  if (confirmedPaise === null) return true;
  const expectedPaise = kind === 'opening' ? 0 : overlap(beforePaise - statedPaise, outstandingPaise);
  const isTakenBack =
    confirmedPaise < 0 && confirmedPaise === -last.confirmedPaise && statedPaise >= last.statedPaise;
  return confirmedPaise === expectedPaise || isTakenBack;
}

/** What two amounts have in common: the smaller where both are above 0, the larger where both are below. */
const overlap = (one: number, other: number): number => {
  if (Math.sign(one) !== Math.sign(other)) return 0;
  return Math.abs(one) < Math.abs(other) ? one : other;
};
