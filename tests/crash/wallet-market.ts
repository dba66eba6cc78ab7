import type { Event } from '@wayside/contract/events';
import type { Random } from '../../packages/demo/src/random.ts';

/**
 * How a marketplace treats the payouts that Wayside makes of its wallets: it subtracts them and names the events; subtracts them and names none;
 * exports what it has ever granted; or does so without versions.
 */
export type SourceKind = 'names events' | 'subtracts' | 'never subtracts' | 'has no versions';
export const SOURCE_KINDS: readonly SourceKind[] = [
  'names events',
  'subtracts',
  'never subtracts',
  'has no versions',
];

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
    const subtracts = this.kind === 'names events' || this.kind === 'subtracts';
    return this.grantedPaise - (subtracts ? this.#appliedPaise : 0);
  }

  /** The record of now. */
  record(): object {
    this.#version += 1;
    const record = {
      ...{ _id: this.id, name: 'Asha', ...(this.collection === 'mechanics' ? { status: 'approve' } : {}) },
      wallet_amount: this.walletPaise / 100,
      ...(this.kind === 'has no versions' ? {} : { _version: this.#version }),
      ...(this.kind === 'names events' && this.#lastEventId !== null ? { _applied: this.#lastEventId } : {}),
    };
    this.#records.push(record);
    return record;
  }

  /** A record of some time ago. */
  oldRecord = (random: Random): object => random.pick(this.#records);

  grant(paise: number): void {
    this.grantedPaise += paise;
  }

  /** Applies an event of the feed as docs/integration.md says. @returns whether it is about this wallet */
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
