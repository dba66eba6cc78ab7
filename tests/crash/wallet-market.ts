import type { Event } from '@wayside/contract/events';
import type { Random } from '../../packages/demo/src/random.ts';

/**
 * The ways in which a marketplace handles the payouts that Wayside makes from its wallets. It may subtract them and
 * state the last event in all or some records, subtract them without stating events, or not subtract them. In the
 * last case, its records have versions, or have `updatedAt` first and `_version` later, or have no versions.
 */
export const SOURCE_KINDS = [
  'names events',
  'names some events',
  'subtracts',
  'never subtracts',
  'changes versions',
  'has no versions',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The number of records with `updatedAt` from a source that changes its versions. */
const DATED_RECORDS = 5;

export type Collection = 'users' | 'mechanics';

/** A person in the model of a marketplace, with the records about them. Amounts are in paise. */
export class ModelPerson {
  readonly id: string;
  readonly collection: Collection;
  readonly kind: SourceKind;
  grantedPaise = 0;
  /** The payouts that the marketplace knows of, less voids. */
  #appliedPaise = 0;
  #version = 0;
  #lastEventId: string | null = null;
  /** All records so far, oldest first. */
  readonly #records: object[] = [];

  constructor(id: string, collection: Collection, kind: SourceKind) {
    this.id = id;
    this.collection = collection;
    this.kind = kind;
  }

  /** The wallet amount in the marketplace. */
  get walletPaise(): number {
    return this.grantedPaise - (this.subtracts ? this.#appliedPaise : 0);
  }
  /** Whether the marketplace subtracts payouts and thus ends with the same wallet amount as Wayside. */
  get subtracts(): boolean {
    return ['names events', 'names some events', 'subtracts'].includes(this.kind);
  }

  /** Returns the current record. */
  record(): object {
    this.#version += 1;
    const record = {
      ...{ _id: this.id, name: 'Asha', ...(this.collection === 'mechanics' ? { status: 'approve' } : {}) },
      wallet_amount: this.walletPaise / 100,
      ...(this.#namesEvent() ? { _applied: this.#lastEventId } : {}),
    };
    const numbered = this.kind === 'has no versions' ? record : { ...record, _version: this.#version };
    // If an old record set the wallet to 0, it would look as if the marketplace had subtracted the payout
    // (docs/money.md).
    if (this.kind !== 'changes versions' || this.walletPaise > 0) this.#records.push(numbered);
    if (this.kind !== 'changes versions' || this.#version > DATED_RECORDS) return numbered;
    return { ...record, updatedAt: new Date(Date.UTC(2026, 0, this.#version)).toISOString() };
  }
  #namesEvent(): boolean {
    if (this.#lastEventId === null) return false;
    return this.kind === 'names events' || (this.kind === 'names some events' && this.#version % 3 !== 0);
  }

  /** Returns an earlier record, with its `_version` if the source has versions; empty before the first record. */
  oldRecords = (random: Random): object[] => (this.#records.length === 0 ? [] : [random.pick(this.#records)]);

  grant(paise: number): void {
    this.grantedPaise += paise;
  }

  /**
   * Applies an event of the feed as documented in docs/integration.md.
   * @returns whether it concerns this wallet
   */
  apply({ id, type, data }: Event): boolean {
    this.#lastEventId = id;
    const { id: subject, amount, wallet_amount } = data as Record<string, unknown>;
    const paise = Math.round(Number(amount) * 100);
    const isPaid = type.endsWith('.loyalty_paid') && subject === this.id;
    const isVoided =
      type === 'payout.voided' && wallet_amount !== undefined && Object.values(data).includes(this.id);
    if (isPaid) this.#appliedPaise += paise;
    if (isVoided) this.#appliedPaise -= paise;
    return isPaid || isVoided;
  }
}
