import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BankProfile, SHIPPED_PROFILES } from './bank-profile.ts';
import { type BankPayment, bankFileLines, bankFileName, bankRow } from './write-bank-file.ts';

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

/** Writes a file of payments, all of which must be payable. */
function fileOf(name: string, payments: readonly BankPayment[]): string {
  const profile = profileNamed(name);
  const rows = payments.map((each) => {
    const row = bankRow(profile, FACTS, each);
    if (row.issue !== undefined) throw new Error(row.issue);
    return row.cells;
  });
  return [...bankFileLines(profile, rows)].join('');
}
/** Reads a file without quotes, independently of the writer's code. */
const cellsOf = (text: string, lineEnd: string) => {
  const lines = text.split(lineEnd);
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.split(','));
};
const issueOf = (name: string, overrides: Partial<BankPayment>) =>
  bankRow(profileNamed(name), FACTS, payment(overrides)).issue;

describe('a payment file for a bank', () => {
  it('has exactly the 20 columns of the bank, byte for byte, when it is for RazorpayX', () => {
    const upi = payment({ reference: 'W00000043', account: null, upiId: 'ravi@okhdfc' });
    const [headings, ...rows] = cellsOf(fileOf('razorpayx', [payment(), upi]), '\n');
    expect(headings?.join('|')).toBe(
      'RazorpayX Account Number|Payout Amount (in Rupees)|Payout Currency|Payout Mode|Payout Purpose|Fund Account Id|Fund Account Type|Fund Account Name|Fund Account Ifsc|Fund Account Number|' +
        'Fund Account Vpa|Fund Account Phone Number|Contact Name|Payout Narration|Payout Reference Id|Fund Account Email|Contact Type|Contact Email|Contact Mobile|Contact Reference Id',
    );
    expect(rows.map((cells) => cells.join('|'))).toEqual([
      '7878780080316316|1234.50|INR|IMPS|vendor bill||bank_account|Ravi Kumar|HDFC0001234|001234567890|||Ravi Kumar|Wayside payout|W00000042||vendor||9876543210|65f0000000000000000000a1',
      '7878780080316316|1234.50|INR|UPI|vendor bill||vpa||||ravi@okhdfc||Ravi Kumar|Wayside payout|W00000043||vendor||9876543210|65f0000000000000000000a1',
    ]);
  });

  it('has 19 columns, and no IFSC for accounts at ICICI, when it is for ICICI', () => {
    const own = payment({ ifsc: 'ICIC0000011' });
    const [headings, ...rows] = cellsOf(
      fileOf('icici', [payment(), own, payment({ amountPaise: 20_000_000 })]),
      '\r\n',
    );
    expect(headings).toHaveLength(19);
    expect(rows.map((cells) => cells.join('|'))).toEqual([
      'PAB_VENDOR|NEFT|7878780080316316|Ravi Kumar|001234567890|HDFC0001234|1234.50|Wayside payout|Wayside payout|9876543210|||05-11-2026|W00000042|||||',
      'PAB_VENDOR|FT|7878780080316316|Ravi Kumar|001234567890||1234.50|Wayside payout|Wayside payout|9876543210|||05-11-2026|W00000042|||||',
      'PAB_VENDOR|RTGS|7878780080316316|Ravi Kumar|001234567890|HDFC0001234|200000.00|Wayside payout|Wayside payout|9876543210|||05-11-2026|W00000042|||||',
    ]);
  });

  it('has 28 columns without headings, uppercase names of at most 20 characters, and a file name with the file number of the day when it is for HDFC', () => {
    const long = payment({ ifsc: 'SBIN0001234', holder: 'Venkatanarasimharajuvaripeta & Sons' });
    const rows = cellsOf(fileOf('hdfc', [payment(), long]), '\r\n');
    expect(rows.map((cells) => cells.length)).toEqual([28, 28]);
    expect(rows.map((cells) => cells.join('|'))).toEqual([
      'I||001234567890|1234.50|RAVI KUMAR||||||||W00000042|W00000042|Wayside payout||||||||05/11/2026||HDFC0001234|||',
      'N||001234567890|1234.50|VENKATANARASIMHARAJU||||||||W00000042|W00000042|Wayside payout||||||||05/11/2026||SBIN0001234|||',
    ]);
    expect(bankFileName(profileNamed('hdfc'), { brand: 'Wayside', day: '2026-11-05', number: 7 })).toBe(
      'WAYSIDE0511.007',
    );
  });

  it.each([
    ['razorpayx', 50_000_000, 'IMPS'],
    ['razorpayx', 50_000_001, 'RTGS'],
    ['icici', 19_999_999, 'NEFT'],
    ['icici', 20_000_000, 'RTGS'],
    ['hdfc', 19_999_999, 'N'],
    ['hdfc', 20_000_000, 'R'],
  ])('uses the right method in the format %s for %d paise: %s', (name, amountPaise, code) => {
    const row = bankRow(profileNamed(name), FACTS, payment({ amountPaise, ifsc: 'SBIN0001234' }));
    expect(row.issue ?? row.cells).toContain(code);
  });

  it('uses the preferred method when both exist and the amount allows it', () => {
    const both = { upiId: 'ravi@okhdfc', prefersUpi: true };
    const modes = [10_000_000, 10_000_001].map((amountPaise) => {
      const row = bankRow(profileNamed('razorpayx'), FACTS, payment({ ...both, amountPaise }));
      return row.issue ?? row.mode;
    });
    expect(modes).toEqual(['upi', 'imps']);
  });

  it.each([
    ['icici', { account: null }, 'There is no bank account and no UPI ID.'],
    [
      'icici',
      { account: null, upiId: 'a.b@ok' },
      'There is no bank account, and this bank does not pay to a UPI ID.',
    ],
    ['icici', { ifsc: null }, 'The IFSC code is missing.'],
    [
      'icici',
      { ifsc: 'HDFC1001234' },
      'The IFSC code is invalid: it must have 11 characters, and the fifth must be 0.',
    ],
    ['icici', { account: '12/34567' }, 'The account number contains characters other than digits.'],
    ['icici', { account: 'XXXXXX7890' }, 'The account number contains characters other than digits.'],
    ['icici', { account: '1'.repeat(36) }, 'BENE_ACC_NO is longer than the 35 characters that the bank accepts.'],
    ['icici', { holder: ' ' }, 'The name of the account holder is missing.'],
    ['icici', { reference: 'R'.repeat(21) }, 'REF_NO is longer than the 20 characters that the bank accepts.'],
    [
      'razorpayx',
      { holder: 'Om' },
      'The name of the account holder is shorter than the 3 characters that the bank requires.',
    ],
    ['razorpayx', { account: null, upiId: 'ravi' }, 'The UPI ID is not valid.'],
    ['razorpayx', { account: null, upiId: '-ravi@okhdfc' }, 'The UPI ID is not valid.'],
    ['razorpayx', { amountPaise: 99 }, 'The amount is below the minimum of RazorpayX bulk payouts, ₹1.'],
    [
      'razorpayx',
      { holder: '(A' },
      'The name of the account holder is shorter than the 3 characters that the bank requires.',
    ],
    ['razorpayx', { holder: '😀 🎉' }, 'The name of the account holder is missing.'],
    [
      'razorpayx',
      { account: null, upiId: 'ravi@okhdfc', amountPaise: 10_000_001 },
      'RazorpayX bulk payouts does not pay this amount to this account or UPI ID.',
    ],
  ])(
    '[BANK-01, BANK-07] excludes, in the format %s, a payment with %j and states the reason',
    (name, overrides, issue) => {
      expect(issueOf(name, overrides)).toBe(issue);
    },
  );
});

/** Returns a payment's cell in the first non-empty column whose heading matches. */
function cellAt(name: string, heading: RegExp, overrides: Partial<BankPayment>): string | undefined {
  const profile = profileNamed(name);
  const row = bankRow(profile, FACTS, payment(overrides));
  if (row.issue !== undefined) throw new Error(row.issue);
  return row.cells[profile.columns.findIndex((each) => each.source !== undefined && heading.test(each.heading))];
}

describe('a row of a payment file', () => {
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
  ])(
    '[BANK-07] contains, in the format %s, the name %j in characters that the bank accepts',
    (name, holder, expected) => {
      expect(cellAt(name, /^(?:Fund Account Name|BNF_NAME|Beneficiary Name)$/, { holder })).toBe(expected);
    },
  );

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

  it('[BANK-07] contains no cells that a spreadsheet executes, and is one record per payment for any text in the data', async () => {
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
