import type { Event } from '@wayside/contract/events';
import type { Random } from '../../packages/demo/src/random.ts';

/**
 * How a marketplace treats the payouts that Wayside makes of its wallets: it subtracts them and names the events, in all records or in some; subtracts
 * them and names none; exports what it has ever granted, with versions of one kind, first with `updatedAt` and then with `_version`, or without.
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

/** One person in the model of a marketplace, and the records about them. Amounts are paise. */
export class ModelPerson {
  readonly id: string;
  readonly collection: Collection;
  readonly kind: SourceKind;
  grantedPaise = 0;
  /** Payouts that the marketplace has heard of, less voids. */
  #appliedPaise = 0;
  #version = 0;
  #lastEventId: string | null = null;
  /** All records so far, the oldest first. */
  readonly #records: object[] = [];

  constructor(id: string, collection: Collection, kind: SourceKind) {
    this.id = id;
    this.collection = collection;
    this.kind = kind;
  }

  /** The wallet as the marketplace has it. */
  get walletPaise(): number {
    return this.grantedPaise - (this.subtracts ? this.#appliedPaise : 0);
  }
  /** Whether it ends with the same wallet as Wayside. */
  get subtracts(): boolean {
    return ['names events', 'names some events', 'subtracts'].includes(this.kind);
  }

  /** The record of now. */
  record(): object {
    this.#version += 1;
    const record = {
      ...{ _id: this.id, name: 'Asha', ...(this.collection === 'mechanics' ? { status: 'approve' } : {}) },
      wallet_amount: this.walletPaise / 100,
      ...(this.#namesEvent() ? { _applied: this.#lastEventId } : {}),
    };
    const numbered = this.kind === 'has no versions' ? record : { ...record, _version: this.#version };
    // A fall to 0 by an old record looks as if the marketplace had subtracted the payout (docs/money.md).
    if (this.kind !== 'changes versions' || this.walletPaise > 0) this.#records.push(numbered);
    if (this.kind !== 'changes versions' || this.#version > DATED_RECORDS) return numbered;
    return { ...record, updatedAt: new Date(Date.UTC(2026, 0, this.#version)).toISOString() };
  }
  #namesEvent(): boolean {
    if (this.#lastEventId === null) return false;
    return this.kind === 'names events' || (this.kind === 'names some events' && this.#version % 3 !== 0);
  }

  /** A record of some time ago, with its `_version` if its kind has any; none before the first. */
  oldRecords = (random: Random): object[] => (this.#records.length === 0 ? [] : [random.pick(this.#records)]);

  grant(paise: number): void {
    this.grantedPaise += paise;
  }

  /** Applies an event of the feed as documented in docs/integration.md. @returns whether it is about this wallet */
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
