/** The value that a source states for a wallet, and the sums of the wallet's entries. Amounts are in paise. */
export interface StatedWallet {
  readonly statedPaise: number;
  /** The sum of the `opening` and `source_change` entries; null before the first value. */
  readonly grantedPaise: number | null;
  /** The part of Wayside's payouts, minus voids, that the source's last value includes. */
  readonly confirmedPaise: number;
  /** The sum of Wayside's entries: payouts are negative, voids positive. */
  readonly madePaise: number;
  /** The entries that the value includes according to the record's `_applied`. */
  readonly applied: { readonly entryId: number; readonly madePaise: number } | null;
  /**
   * True if the record refers to an event after a payout and the last entry from the source refers to none. An entry
   * must then refer to the event, even if its amount is 0.
   */
  readonly mustName?: boolean;
  /**
   * All entries of the wallet in order. Null if the record is newer than the last one that stated the wallet, or if
   * Wayside has paid nothing from it.
   */
  readonly entries: readonly BookedEntry[] | null;
}

export interface BookedEntry {
  readonly kind: string;
  readonly amountPaise: number;
  /** Null unless the entry is from the source. */
  readonly confirmedPaise: number | null;
  readonly appliedThrough: number | null;
}

export interface StatedEntry extends BookedEntry {
  readonly kind: 'opening' | 'source_change';
  readonly confirmedPaise: number;
  /** The last of Wayside's entries that the value includes; null if no record states it. */
  readonly appliedThrough: number | null;
}

/**
 * Returns the entry that updates a wallet to the source's value (OWN-04): the change of the value, and the part that
 * Wayside's payouts already used. A record with `_applied` names these payouts. Without it, a decrease confirms
 * unconfirmed payouts and an increase confirms unconfirmed voids. @returns null if nothing changes
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
  return isNothing && wallet.mustName !== true ? null : entry;
}

/**
 * Checks whether the next record may be older than this one, whatever its version is, because this one confirmed
 * payouts that may only look confirmed in an old export.
 */
export function leavesOrderUnknown({ entries, applied }: StatedWallet, entry: StatedEntry | null): boolean {
  if (entries === null || applied !== null) return false;
  const { openPaise, isOfFollower } = doubtfulConfirmations(entry === null ? entries : [...entries, entry]);
  return openPaise > 0 && !isOfFollower;
}

function inferConfirmed({ statedPaise, grantedPaise, confirmedPaise, madePaise, entries }: StatedWallet): number {
  if (grantedPaise === null) return 0;
  const risePaise = statedPaise - (grantedPaise - confirmedPaise);
  const unconfirmedPaise = 0 - madePaise - confirmedPaise;
  if (risePaise < 0) return confirmedPaise + Math.min(0 - risePaise, Math.max(unconfirmedPaise, 0));
  const takenBackPaise = revertedPaise(doubtfulConfirmations(entries ?? []), statedPaise, risePaise);
  const unconfirmedVoidsPaise = Math.max(0 - unconfirmedPaise - takenBackPaise, 0);
  return confirmedPaise - takenBackPaise - Math.min(risePaise - takenBackPaise, unconfirmedVoidsPaise);
}

/** Returns the part of an increase that reverts the confirmations made by an old export. */
function revertedPaise(
  { openPaise, valueBeforePaise, isOfFollower }: DoubtfulConfirmations,
  statedPaise: number,
  risePaise: number,
): number {
  const isGrant = isOfFollower && statedPaise < valueBeforePaise;
  return isGrant ? 0 : Math.min(risePaise, openPaise);
}

interface DoubtfulConfirmations {
  /** The amount confirmed by the latest decreases of the value and not reversed by an increase. */
  readonly openPaise: number;
  /** The value before these decreases. */
  readonly valueBeforePaise: number;
  /** Whether the value fell by exactly the amount paid out, as it does if the source subtracts payouts. */
  readonly isOfFollower: boolean;
}

/**
 * Returns the confirmations since the last grant or the last record with `_applied`, derived from the entries of a
 * wallet.
 */
function doubtfulConfirmations(entries: readonly BookedEntry[]): DoubtfulConfirmations {
  let [valuePaise, valueBeforePaise, openPaise, unconfirmedPaise] = [0, 0, 0, 0];
  const isOfFollower = () => openPaise > 0 && unconfirmedPaise <= 0 && valueBeforePaise - valuePaise === openPaise;
  for (const { kind, amountPaise, confirmedPaise, appliedThrough } of entries) {
    if (kind !== 'opening' && kind !== 'source_change') {
      unconfirmedPaise -= amountPaise;
      continue;
    }
    const confirmed = confirmedPaise ?? 0;
    const isSpent = amountPaise < 0 && confirmed === 0 && isOfFollower();
    if (amountPaise > 0 || appliedThrough !== null || isSpent) openPaise = 0;
    else {
      if (openPaise === 0) valueBeforePaise = valuePaise;
      openPaise = Math.max(openPaise + confirmed, 0);
    }
    valuePaise += amountPaise - confirmed;
    unconfirmedPaise -= confirmed;
  }
  return { openPaise, valueBeforePaise, isOfFollower: isOfFollower() };
}
