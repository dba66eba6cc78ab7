import { describe, expect, it } from 'vitest';
import { bookStatedWallet, type StatedWallet } from './stated-wallet.ts';

const wallet = (fields: Partial<StatedWallet>): StatedWallet => ({
  ...{ statedPaise: 0, grantedPaise: 600, confirmedPaise: 0, madePaise: 0, applied: null, unversioned: null },
  ...fields,
});
const change = (amountPaise: number, confirmedPaise: number, appliedThrough: number | null = null) => ({
  ...{ kind: 'source_change', amountPaise, confirmedPaise, appliedThrough },
});

describe('[OWN-04] a value that a source states without naming an event', () => {
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
  ] as const)('%s', (_name, given, entry) => expect(bookStatedWallet(wallet(given))).toEqual(entry));
});

describe('[OWN-04] a value that names the last event that it includes', () => {
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
  ] as const)('%s', (_name, given, entry) => expect(bookStatedWallet(wallet(given))).toEqual(entry));
});

describe('[LOYA-05] a value without a version', () => {
  const fallen = { grantedPaise: 600, confirmedPaise: 200, madePaise: -600 };
  const unversioned = { lastConfirmedPaise: 200, statedBeforePaise: 600 };
  it.each([
    ['that returns takes back what an older export confirmed', 600, change(0, -200)],
    ['that is higher than before takes it back too', 650, change(50, -200)],
    ['that is lower than before is a change', 500, change(100, 0)],
    ['that falls again confirms more', 100, change(0, 300)],
  ] as const)('%s', (_name, statedPaise, entry) =>
    expect(bookStatedWallet(wallet({ ...fallen, statedPaise, unversioned }))).toEqual(entry),
  );
});
