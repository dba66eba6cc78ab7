import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from './config.ts';
import {
  capitalise,
  formatCount,
  formatDate,
  formatDateTime,
  formatExactRupees,
  formatRupees,
  headingId,
  initialsOf,
  orNotAvailable,
  shortId,
} from './format.ts';

/** Some versions of ICU put a narrow space between the time and am/pm. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('money formatting', () => {
  test.each([
    [123456700, '₹12,34,567'],
    [0, '₹0'],
    [149, '₹1'],
    [-250000, '−₹2,500'],
    [-0, '₹0'],
    [-40, '₹0'],
    [null, 'N/A'],
    [Number.NaN, 'N/A'],
  ])('[FMT-01] shows %s paise in whole rupees', (paise, text) => expect(formatRupees(paise)).toBe(text));

  test.each([
    [123450, '₹1,234.50'],
    [-10645, '−₹106.45'],
    [-0, '₹0'],
    [123456, '₹1,234.56'],
    [123400, '₹1,234'],
    [1, '₹0.01'],
    [undefined, 'N/A'],
  ])('[FMT-01] shows %s paise to the paisa', (paise, text) => expect(formatExactRupees(paise)).toBe(text));

  test('[FMT-01] groups the digits of counts in the Indian way', () =>
    expect(formatCount(1234567)).toBe('12,34,567'));
});

describe('the time zone', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['Mars/Base', '1 Jan 2026, 1:00 am'],
    ['Asia/Dubai', '31 Dec 2025, 11:30 pm'],
  ])('[FMT-02, RUN-02] is used if it exists: %s', async (timeZone, text) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ timeZone })));
    await loadConfig();
    expect(plain(formatDateTime('2025-12-31T19:30:00Z'))).toBe(text);
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({})));
    await loadConfig();
  });
});

describe('date formatting', () => {
  test('[FMT-02] shows a 12-hour clock in the business time zone', () => {
    expect(plain(formatDateTime('2026-11-04T18:35:00.000Z'))).toBe('5 Nov 2026, 12:05 am');
  });
  test.each([null, undefined, '', 'yesterday'])('[FMT-04] shows %j as N/A', (timestamp) => {
    expect(formatDate(timestamp)).toBe('N/A');
    expect(formatDateTime(timestamp)).toBe('N/A');
  });
});

describe('text formatting', () => {
  test('[FMT-03] shows only the end of an id', () => {
    expect(shortId('65f1c0ffee65f1c0ff0a1b2c')).toBe('0a1b2c');
    expect(headingId('65f1c0ffee65f1c0ff0a1b2c')).toBe('FF0A1B2C');
    expect(shortId(null)).toBe('N/A');
  });
  test.each([null, undefined, '', '  '])('[FMT-04] shows %j as N/A', (text) =>
    expect(orNotAvailable(text)).toBe('N/A'),
  );
  test('[FMT-05] shows vehicle types capitalised', () => expect(capitalise('bike')).toBe('Bike'));
  test.each([
    ['Ravi Kumar', 'RK'],
    ['ravi', 'R'],
    ['Asha Devi Nair', 'AN'],
    ['  ', '?'],
    [null, '?'],
  ])('derives the initials of %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
});
