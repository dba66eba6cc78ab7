import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BankProfile, SHIPPED_PROFILES } from './bank-profile.ts';
import { type BankPayment, bankFileLines, bankRow } from './write-bank-file.ts';

const profileNamed = (name: string): BankProfile => {
  const found = SHIPPED_PROFILES.find((profile) => profile.name === name);
  if (!found) throw new Error(`no profile ${name}`);
  return found;
};
const FACTS = { debitAccount: '7878780080316316', narration: 'Wayside payout', day: '2026-11-05' };
const payment = (overrides: Partial<BankPayment> = {}): BankPayment => ({
  reference: 'W00000042',
  mechanicId: '65f0000000000000000000a1',
  amountPaise: 123_450,
  holder: 'Ravi Kumar',
  account: '0012 3456-7890',
  ifsc: 'hdfc0001234',
  upiId: null,
  prefersUpi: false,
  phone: '+91 98765 43210',
  email: null,
  ...overrides,
});

/** The cell of one payment in the first column whose heading matches and that is filled. */
function cellAt(name: string, heading: RegExp, overrides: Partial<BankPayment>): string | undefined {
  const profile = profileNamed(name);
  const row = bankRow(profile, FACTS, payment(overrides));
  if (row.issue !== undefined) throw new Error(row.issue);
  return row.cells[profile.columns.findIndex((each) => each.source !== undefined && heading.test(each.heading))];
}
describe('a row for a bank', () => {
  it.each([
    ['icici', 'सीता वर्मा', 'Sita Varma'],
    ['icici', 'Jyoti & Söhne', 'Jyoti and Sohne'],
    ['icici', 'a,"b"\r\nc=1', 'a b c 1'],
    ['icici', 'x'.repeat(90), 'x'.repeat(60)],
    ['icici', `${'x'.repeat(57)}... y`, 'x'.repeat(57)],
    ['hdfc', 'Venkatanarasimharaj & Sons', 'VENKATANARASIMHARAJ'],
    ['razorpayx', 'Ravi Kumar (', 'Ravi Kumar'],
    ['razorpayx', "'Ravi' (Sons) Ltd.", "Ravi' Sons Ltd"],
    ['razorpayx', '😀 Ravi 🎉', 'Ravi'],
    ['razorpayx', '=cmd|x', 'cmd x'],
  ])('[BANK-07] for %s writes the name %j in characters that the bank accepts', (name, holder, expected) => {
    expect(cellAt(name, /^(?:Fund Account Name|BNF_NAME|Beneficiary Name)$/, { holder })).toBe(expected);
  });

  it.each([
    ['98200 12345 ext 12', '9820012345'],
    ['98200 12345x12', '9820012345'],
    ['+91 (0) 98200-12345, ext. 4', '9820012345'],
    ['0091 98200 12345', '9820012345'],
    ['98200 12345 12', ''],
    ['022 2345 6789', ''],
    ['=9820012345', ''],
    ['call me', ''],
    [null, ''],
  ])('[BANK-07] writes the phone number %j as %j', (phone, expected) => {
    for (const name of ['razorpayx', 'icici'])
      expect(cellAt(name, /^(?:Contact Mobile|MOBILE_NUM)$/, { phone })).toBe(expected);
  });

  it.each([
    ['ravi.k+pay@example.co.in', 'ravi.k+pay@example.co.in'],
    [' ravi@example.in ', 'ravi@example.in'],
    ["=cmd|'/c calc'!A0@example.in", ''],
    ['+ravi@example.in', ''],
    ['ravi@', ''],
    ['ravi@localhost', ''],
    ['ravi..k@example.in', ''],
    ['ravi@example.in, sita@example.in', ''],
    [`${'r'.repeat(64)}@${'e'.repeat(63)}.${'e'.repeat(63)}.${'e'.repeat(63)}.in`, ''],
  ])('[BANK-07] writes the email address %j as %j', (email, expected) => {
    for (const { name } of SHIPPED_PROFILES) expect(cellAt(name, /email/i, { email })).toBe(expected);
  });

  it('[BANK-07] has cells that no spreadsheet runs, and one record for each payment, with any text in the records', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '=cmd|calc',
        '+1',
        '-1+2',
        '@SUM(1)',
        '\t=1',
        '\r=1',
        '\n',
        '"',
        '",=1,"',
        ';',
        '😀',
        '-a@ok',
        'सीता',
      ),
      fc
        .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ','), fc.string())
        .map((parts) => parts.join('')),
    );
    const either = (valid: string) => fc.oneof(fc.constant(valid), hostile);
    const hostileText = [
      { heading: '=1', text: '\t@cmd,"' },
      { heading: 'UPI', source: 'upiId' as const },
    ];
    const profiles = SHIPPED_PROFILES.map((profile) => ({
      ...profile,
      columns: [...profile.columns, ...hostileText],
    }));
    const written = fc.property(
      fc.constantFrom(...profiles),
      fc.record({ debitAccount: hostile, narration: hostile }),
      fc.array(
        fc.record({
          holder: either('Ravi Kumar'),
          account: either('001234567890'),
          ifsc: either('HDFC0001234'),
          upiId: either('ravi@okhdfc'),
          email: either('ravi@example.in'),
          phone: either('9876543210'),
          mechanicId: either('65f0000000000000000000a1'),
        }),
        { maxLength: 5 },
      ),
      (profile, facts, people) => {
        const rows = people.flatMap((each) => {
          const row = bankRow(profile, { ...FACTS, ...facts }, payment(each));
          return row.issue === undefined ? [row.cells] : [];
        });
        const text = [...bankFileLines(profile, rows)].join('');
        const records: string[][] = parse(text, { recordDelimiter: profile.file.lineEnd });
        expect(records).toHaveLength(rows.length + (profile.file.hasHeadings ? 1 : 0));
        for (const cells of records) {
          expect(cells).toHaveLength(profile.columns.length);
          for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        }
        const names = profile.columns.flatMap(({ source }, index) => (source === 'holder' ? [index] : []));
        for (const cells of rows)
          for (const index of names) expect(cells[index]).toMatch(/^$|^[A-Za-z0-9](?:.*[A-Za-z0-9])?$/);
      },
    );
    await fc.assert(written);
  });
});
