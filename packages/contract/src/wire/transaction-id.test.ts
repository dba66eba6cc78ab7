import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  isScientific,
  storedTransactionKey,
  transactionId,
  transactionIdIssue,
  transactionKey,
} from './transaction-id.ts';

const ID = 'HDFCN52026110512345';

describe('[OWN-03] transaction ids', () => {
  it.each([
    ['spaces', 'HDFC N520 2611 0512 345'],
    ['hyphens', 'hdfc-n520-2611-0512-345'],
    ['dashes', 'HDFC–N520—2611‑0512−345'],
    ['dots and slashes', 'HDFC.N520/2611_0512:345'],
    ['a leading apostrophe', `'${ID}`],
    ['a curly apostrophe', `’${ID}`],
    ['the formula of a spreadsheet', `="${ID}"`],
    ['a no-break space', 'HDFCN5202611\u00a00512345'],
    ['a thin space', 'HDFCN5202611\u20090512345'],
    ['invisible characters', 'HDFC\u200bN52026\u00ad1105\ufeff12345\u2060'],
    ['a direction override', `\u202e${ID}\u202c`],
    ['a variation selector', 'HDFCN5202611051234\ufe0f5'],
    ['full width', 'ＨＤＦＣＮ５２０２６１１０５１２３４５'],
    ['digits of Devanagari', 'HDFCN५२०२६११०५१२३४५'],
    ['UTR before it', `UTR ${ID}`],
    ['Ref before it', `Ref: ${ID}`],
    ['RRN and TXN before it', `rrn txn-${ID}`],
    ['a tab and a line end', `\t${ID}\r\n`],
  ])('are the same with %s', (_, written) => {
    expect(transactionKey(written)).toBe(ID.toLowerCase());
  });

  it.each([
    ['UTR-77', 'utr77'],
    ['UTR123456789', 'utr123456789'],
    ['UTR1234567890', '1234567890'],
    ['utrutr1234567890', '1234567890'],
    ['सीता-१', 'सीता1'],
    ['straße', 'strasse'],
  ])('include %s, which is normalized to %s', (written, key) => {
    expect(transactionKey(written)).toBe(key);
  });

  it.each([
    ['a digit', '630912345678', '630912345679'],
    ['a vowel sign', 'सीता1', 'सता1'],
    ['an accent', 'résumé1', 'resume1'],
    ['a leading zero', '0630912345678', '630912345678'],
    ['a prefix of a short id', 'UTR-77', '77'],
  ])('are different when they differ by %s', (_, one, other) => {
    expect(transactionKey(one)).not.toBe(transactionKey(other));
  });

  it('have the same normalized form for any text, regardless of the order of normalization', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...'uUtTrReEfFxXnN0123456789 -–.\u200b१é\u0301ςΣß') }),
    );
    await fc.assert(
      fc.property(texts, (text) => {
        const key = transactionKey(text);
        expect(transactionKey(key)).toBe(key);
        expect(transactionKey(storedTransactionKey(text))).toBe(key);
        expect(transactionKey(text.toUpperCase())).toBe(transactionKey(text.toUpperCase().toLowerCase()));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    'NA',
    'n.a.',
    'N/A',
    '#N/A',
    'nil',
    'NULL',
    'None',
    '0',
    '000',
    '-0-',
    'Test',
    "'NA",
    'undefined',
    'NaN',
    'UTR:',
  ])('cannot be the placeholder %s', (written) => {
    expect(transactionIdIssue(written)?.message).toBe('is a placeholder, not a transaction ID');
  });

  it.each(['-', '--', '—', '***', '\u200b', '…', "'"])('cannot be %j, which has no letter or digit', (written) => {
    expect(transactionIdIssue(written)?.message).toBe('must have a letter or digit');
  });

  it.each([
    '4.33E+11',
    '4,33E+11',
    '4.33e11',
    '4.33e+11',
    "'4.33E+11",
    '="4.33E+11"',
    ' 4.33 E+11 ',
    '4E+11',
    '4E11',
    '-4.33E+11',
    '4.33E-05',
    '４.３３Ｅ＋１１',
  ])('cannot be %s, a number in scientific notation', (written) => {
    expect(isScientific(written)).toBe(true);
    expect(transactionIdIssue(written)?.message).toMatch(/^is a number in scientific notation/);
  });

  it.each([
    ['Latin with Cyrillic', 'HDFС52026110512345'],
    ['Latin with Greek', 'UTIΒR12345678901'],
    ['digits with a Cyrillic letter that looks like a Latin one', 'А63091234567'],
    ['a Cyrillic straight U like a Latin Y', 'Ү63091234567'],
    ['a Greek yot like a Latin J', 'Ϳ63091234567'],
    ['digits with Greek letters that look like Latin ones', 'ΝΟ 630912'],
    ['the same in lower case', 'а63091234567'],
  ])('cannot be %s', (_kind, written) => {
    expect(transactionIdIssue(written)?.message).toBe(
      'has Cyrillic or Greek letters that look like Latin ones: write it in Latin letters',
    );
  });

  it.each(['Платёж 12', 'ΣΥΝ 12', 'भुगतान UTR 12', 'Überweisung 12'])(
    'can be %s, which contains no look-alike characters',
    (written) => {
      expect(transactionIdIssue(written)).toBeNull();
    },
  );

  it.each(['433E123456789', 'N4E11', '12E45', 'TEST1', 'NATIONAL1', '10', 'A'])('can be %s', (written) => {
    expect(transactionIdIssue(written)).toBeNull();
    expect(z.decode(transactionId, ` ${written} `)).toBe(written);
  });
});
