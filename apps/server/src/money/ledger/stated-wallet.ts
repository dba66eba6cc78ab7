/** A value that a source states for a wallet, and what the entries of that wallet add up to. Amounts are paise. */
export interface StatedWallet {
  readonly statedPaise: number;
  /** The sum of `opening` and `source_change`; null before the first value. */
  readonly grantedPaise: number | null;
  /** How much of the payouts made here, less their voids, the source's last value includes. */
  readonly confirmedPaise: number;
  /** The sum of the entries made here: payouts below 0, voids above 0. */
  readonly madePaise: number;
  /** Of a record with `_applied`: what it says that the value includes. */
  readonly applied: { readonly entryId: number; readonly madePaise: number } | null;
  /** Of a record without a version, which may be older than the last one: the last entry of the source and the value before it. */
  readonly unversioned: { readonly lastConfirmedPaise: number; readonly statedBeforePaise: number } | null;
}

/** The entry that a stated value is booked as. */
export interface StatedEntry {
  readonly kind: 'opening' | 'source_change';
  readonly amountPaise: number;
  readonly confirmedPaise: number;
  /** The last entry made here that the value includes; null where no record says so. */
  readonly appliedThrough: number | null;
}

/**
 * The entry that makes a wallet follow what its source states (OWN-04). The source grants its value and what that value has already
 * lost to payouts made here: with `_applied` the record says which those are; without, a fall confirms payouts and a rise
 * confirms voids, as far as they are unconfirmed, and only the rest is a change.
 * @returns null where nothing changes
 */
export function bookStatedWallet(wallet: StatedWallet): StatedEntry | null {
  const { statedPaise, grantedPaise, confirmedPaise, applied } = wallet;
  const nowConfirmedPaise = applied === null ? inferConfirmed(wallet) : 0 - applied.madePaise;
  const entry = {
    kind: grantedPaise === null ? ('opening' as const) : ('source_change' as const),
    amountPaise: statedPaise + nowConfirmedPaise - (grantedPaise ?? 0),
    confirmedPaise: nowConfirmedPaise - confirmedPaise,
    appliedThrough: applied?.entryId ?? null,
  };
  const isNothing = grantedPaise !== null && entry.amountPaise === 0 && entry.confirmedPaise === 0;
  return isNothing ? null : entry;
}

function inferConfirmed({
  statedPaise,
  grantedPaise,
  confirmedPaise,
  madePaise,
  unversioned,
}: StatedWallet): number {
  if (grantedPaise === null) return 0;
  const fallPaise = grantedPaise - confirmedPaise - statedPaise;
  const unconfirmedPaise = 0 - madePaise - confirmedPaise;
  if (fallPaise > 0) return confirmedPaise + Math.min(fallPaise, Math.max(unconfirmedPaise, 0));
  // The record between the two was an older one: it confirmed nothing.
  if (unversioned && unversioned.lastConfirmedPaise > 0 && statedPaise >= unversioned.statedBeforePaise)
    return confirmedPaise - unversioned.lastConfirmedPaise;
  return confirmedPaise + Math.max(fallPaise, Math.min(unconfirmedPaise, 0));
}
