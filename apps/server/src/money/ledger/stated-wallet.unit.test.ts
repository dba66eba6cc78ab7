import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areConfirmationsRight } from '../verify/wallets.ts';
import { type BookedEntry, bookStatedWallet, leavesOrderUnknown, type StatedWallet } from './stated-wallet.ts';

const wallet = (fields: Partial<StatedWallet>): StatedWallet => ({
  ...{ statedPaise: 0, grantedPaise: 600, confirmedPaise: 0, madePaise: 0, applied: null, entries: null },
  ...fields,
});
const change = (amountPaise: number, confirmedPaise: number, appliedThrough: number | null = null) => ({
  ...{ kind: 'source_change', amountPaise, confirmedPaise, appliedThrough },
});

describe('[OWN-04] a wallet value from a source that sends no `_applied` event', () => {
  it.each([
    ['the first value', { statedPaise: 5, grantedPaise: null }, { ...change(5, 0), kind: 'opening' }],
    ['a first value of 0', { grantedPaise: null }, { ...change(0, 0), kind: 'opening' }],
    ['the same value', { statedPaise: 600, madePaise: -600 }, null],
    ['a fall without a payout', { statedPaise: 500 }, change(-100, 0)],
    ['a fall by the payout', { madePaise: -600 }, change(0, 600)],
    ['a fall by less than the payout', { statedPaise: 500, madePaise: -600 }, change(0, 100)],
    ['a fall by more than the payout', { madePaise: -500 }, change(-100, 500)],
    ['a fall when all is confirmed', { grantedPaise: 700, confirmedPaise: 600, madePaise: -600 }, change(-100, 0)],
    ['a rise', { statedPaise: 720, madePaise: -600 }, change(120, 0)],
    ['a rise after a confirmation', { statedPaise: 120, confirmedPaise: 600, madePaise: -600 }, change(120, 0)],
    ['a rise by a void of a confirmed payout', { statedPaise: 600, confirmedPaise: 600 }, change(0, -600)],
    ['a rise by more than the void', { statedPaise: 700, confirmedPaise: 600 }, change(100, -600)],
    ['a rise by less than the void', { statedPaise: 100, confirmedPaise: 600 }, change(0, -100)],
    ['a fall before a void of what is not confirmed', { statedPaise: 0 }, change(-600, 0)],
  ] as const)('determines the wallet entry: %s', (_name, given, entry) =>
    expect(bookStatedWallet(wallet(given))).toEqual(entry),
  );
});

describe('[OWN-04] a wallet value with an `_applied` event', () => {
  const all = { entryId: 7, madePaise: -600 };
  it.each([
    ['that includes the payout', { madePaise: -600, applied: all }, change(0, 600, 7)],
    [
      'that includes the payout and a grant',
      { statedPaise: 400, madePaise: -600, applied: all },
      change(400, 600, 7),
    ],
    ['that includes no payout', { statedPaise: 600, madePaise: -600, applied: { entryId: 0, madePaise: 0 } }, null],
    ['that includes the payout and not the void', { madePaise: 0, applied: all }, change(0, 600, 7)],
    [
      'of a source that subtracts and had named none',
      { grantedPaise: 0, madePaise: -600, applied: all },
      change(600, 600, 7),
    ],
  ] as const)('determines the wallet entry for a value %s', (_name, given, entry) =>
    expect(bookStatedWallet(wallet(given))).toEqual(entry),
  );
});

/** A wallet as the database stores it, with the entries of a source and of Wayside. */
class Wallet {
  readonly entries: (BookedEntry & { readonly id: number })[] = [];
  isOrderUnknown = false;

  #add(entry: BookedEntry): void {
    this.entries.push({ ...entry, id: this.entries.length + 1 });
  }
  #sum(of: (entry: BookedEntry) => number): number {
    return this.entries.reduce((total, entry) => total + of(entry), 0);
  }
  get paise(): number {
    return this.#sum(({ amountPaise }) => amountPaise);
  }

  /** @param isOrderKnown whether the record's version shows that it is newer than the last one */
  state(statedPaise: number, isOrderKnown: boolean): void {
    const isFromSource = ({ kind }: BookedEntry) => kind === 'opening' || kind === 'source_change';
    const given: StatedWallet = {
      statedPaise,
      grantedPaise: this.entries.some(isFromSource)
        ? this.#sum((entry) => (isFromSource(entry) ? entry.amountPaise : 0))
        : null,
      confirmedPaise: this.#sum(({ confirmedPaise }) => confirmedPaise ?? 0),
      madePaise: this.#sum((entry) => (isFromSource(entry) ? 0 : entry.amountPaise)),
      applied: null,
      entries: isOrderKnown && !this.isOrderUnknown ? null : this.entries,
    };
    const entry = bookStatedWallet(given);
    this.isOrderUnknown = leavesOrderUnknown(given, entry);
    if (entry !== null) this.#add(entry);
  }
  #make(kind: string, amountPaise: number): void {
    this.#add({ kind, amountPaise, confirmedPaise: null, appliedThrough: null });
  }
  /** Pays the wallet out. @returns the amount */
  pay(): number {
    const { paise } = this;
    if (paise > 0) this.#make('loyalty_payout', -paise);
    return Math.max(paise, 0);
  }
  void(paise: number): void {
    this.#make('void', paise);
  }
  /** Whether `npm run verify` accepts the entries. */
  isProven(): boolean {
    return areConfirmationsRight(
      this.entries.map(({ amountPaise: paise, ...entry }) => ({ ...entry, paise, payoutId: null })),
    );
  }
}

describe('[LOYA-05] wallet records in an unknown order', () => {
  const after = (...values: (number | 'pay')[]): number => {
    const known = new Wallet();
    for (const value of values) value === 'pay' ? known.pay() : known.state(value, false);
    expect(known.isProven()).toBe(true);
    return known.paise;
  };
  it.each([
    ['an old value and the last one again', [600, 'pay', 400, 600], 0],
    ['two old values, each newer than the one before', [600, 'pay', 400, 500, 600], 0],
    ['two old values, each older than the one before', [600, 'pay', 400, 300, 600], 0],
    ['an old value, the last one, an old one and a new one', [600, 'pay', 400, 600, 300, 650], 50],
    ['old values below what was not paid out yet', [600, 'pay', 720, 100, 50, 300, 720], 120],
    ['old values with a payout of what is left between them', [600, 'pay', 720, 100, 'pay', 300, 720], 20],
    ['a payout that the source subtracts, and a grant', [600, 'pay', 0, 120], 120],
    ['a payout that the source subtracts, something spent and a grant', [600, 'pay', 720, 120, 100, 150], 150],
    ['the same with a second payout', [600, 'pay', 0, 120, 'pay', 0, 50], 50],
  ] as const)('result in the correct wallet: %s', (_name, values, paise) => expect(after(...values)).toBe(paise));
});

type Step = 'grant' | 'spend' | 'pay' | 'void' | 'old';
const steps = (...kinds: Step[]) =>
  fc.array(
    fc.record({ kind: fc.constantFrom(...kinds), amount: fc.integer({ min: 1, max: 60_000 }), place: fc.nat(50) }),
    { maxLength: 40 },
  );

/** A simulated source that states a wallet, with Wayside's payouts from it. */
abstract class Source {
  readonly wallet = new Wallet();
  readonly #payouts: number[] = [];
  granted = 0;
  paid = 0;

  abstract tell(): void;
  old(_place: number): void {
    this.tell();
  }
  spend(_amount: number): void {
    this.tell();
  }

  grant(amount: number): void {
    this.granted += amount;
    this.tell();
  }
  pay(): void {
    const paid = this.wallet.pay();
    if (paid > 0) this.#payouts.push(paid);
    this.paid += paid;
  }
  void(): void {
    const voided = this.#payouts.pop();
    if (voided === undefined) return;
    this.wallet.void(voided);
    this.paid -= voided;
  }
  take({ kind, amount, place }: { kind: Step; amount: number; place: number }): void {
    if (kind === 'old') this.old(place);
    else this[kind](amount);
  }
}

/**
 * A source that states the total of all grants, either without versions or at first with `updatedAt` and then with
 * `_version`.
 */
class Totals extends Source {
  readonly #totals: number[] = [];
  /**
   * The position of the first record with a `_version`; older records are stale from then on. Null before that
   * record.
   */
  #firstPlace: number | null = null;
  readonly hasVersions: boolean;

  constructor(hasVersions: boolean) {
    super();
    this.hasVersions = hasVersions;
  }
  tell(): void {
    this.#totals.push(this.granted);
    if (this.#firstPlace !== null) this.#firstPlace = this.#totals.length;
    this.wallet.state(this.granted, this.hasVersions);
    expect(this.wallet.paise).toBe(this.granted - this.paid);
  }
  /** Delivers an old record that is treated as newer. */
  override old(place: number): void {
    if (this.hasVersions && this.#firstPlace !== null && place < this.#firstPlace) return;
    const total = this.#totals[place];
    // A decrease by exactly the amount paid looks as if the source had subtracted the payment (docs/money.md).
    if (total === undefined || total === this.granted - this.paid) return;
    this.wallet.state(total, this.hasVersions && this.#firstPlace !== null);
    this.#firstPlace = place + 1;
    expect(this.wallet.paise).toBeLessThanOrEqual(this.granted - this.paid);
  }
}

/** A source that subtracts Wayside's payments and sends a record after each event, grant and use of the wallet. */
class Follower extends Source {
  #spent = 0;
  readonly hasVersions: boolean;

  constructor(hasVersions: boolean) {
    super();
    this.hasVersions = hasVersions;
    this.tell();
  }
  get #wallet(): number {
    return this.granted - this.#spent - this.paid;
  }
  tell(): void {
    this.wallet.state(this.#wallet, this.hasVersions);
    // Without versions, a grant that exceeds the paid amount could be a total (docs/money.md).
    if (this.hasVersions) expect(this.wallet.paise).toBe(this.#wallet);
    else expect(this.wallet.paise).toBeLessThanOrEqual(this.#wallet);
  }
  override spend(amount: number): void {
    this.#spent += Math.min(amount, this.#wallet);
    this.tell();
  }
  override pay(): void {
    super.pay();
    this.tell();
  }
  override void(): void {
    super.void();
    this.tell();
  }
}

describe('[OWN-04, LOYA-05] a wallet that a source reports', () => {
  const holds = (make: () => Source, ...kinds: Step[]) =>
    fc.assert(
      fc.property(steps(...kinds), (taken) => {
        const source = make();
        for (const step of taken) {
          source.take(step);
          expect(source.paid).toBeLessThanOrEqual(source.granted);
        }
        expect(source.wallet.isProven()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  it.each([true, false])(
    'equals grants minus payments when the source sends totals, even when old records count as newer (versions: %s)',
    (hasVersions) => holds(() => new Totals(hasVersions), 'grant', 'grant', 'pay', 'void', 'old', 'old'),
  );
  it.each([true, false])(
    'never exceeds the source’s value when the source subtracts payouts (versions: %s)',
    (hasVersions) => holds(() => new Follower(hasVersions), 'grant', 'spend', 'pay', 'void'),
  );
});
