import { describe, expect, it } from 'vitest';
import { type BankProfile, SHIPPED_PROFILES } from './bank-profile.ts';
import { BankResultError, parseBankResults } from './parse-bank-results.ts';
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

/** A file of these payments; each must be payable. */
function fileOf(name: string, payments: readonly BankPayment[]): string {
  const profile = profileNamed(name);
  const rows = payments.map((each) => {
    const row = bankRow(profile, FACTS, each);
    if (row.issue !== undefined) throw new Error(row.issue);
    return row.cells;
  });
  return [...bankFileLines(profile, rows)].join('');
}
/** Reads a file without quotes, apart from the writer. */
const cellsOf = (text: string, lineEnd: string) => {
  const lines = text.split(lineEnd);
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.split(','));
};
const issueOf = (name: string, overrides: Partial<BankPayment>) =>
  bankRow(profileNamed(name), FACTS, payment(overrides)).issue;

describe('a file for a bank', () => {
  it('for RazorpayX has its 20 columns, to the byte', () => {
    const upi = payment({ reference: 'W00000043', account: null, upiId: 'ravi@okhdfc' });
    const [headings, ...rows] = cellsOf(fileOf('razorpayx', [payment(), upi]), '\n');
    expect(headings).toEqual([
      'RazorpayX Account Number',
      'Payout Amount (in Rupees)',
      'Payout Currency',
      'Payout Mode',
      'Payout Purpose',
      'Fund Account Id',
      'Fund Account Type',
      'Fund Account Name',
      'Fund Account Ifsc',
      'Fund Account Number',
      'Fund Account Vpa',
      'Fund Account Phone Number',
      'Contact Name',
      'Payout Narration',
      'Payout Reference Id',
      'Fund Account Email',
      'Contact Type',
      'Contact Email',
      'Contact Mobile',
      'Contact Reference Id',
    ]);
    expect(rows.map((cells) => cells.join('|'))).toEqual([
      '7878780080316316|1234.50|INR|IMPS|vendor bill||bank_account|Ravi Kumar|HDFC0001234|001234567890|||Ravi Kumar|Wayside payout|W00000042||vendor||9876543210|65f0000000000000000000a1',
      '7878780080316316|1234.50|INR|UPI|vendor bill||vpa||||ravi@okhdfc||Ravi Kumar|Wayside payout|W00000043||vendor||9876543210|65f0000000000000000000a1',
    ]);
  });

  it('for ICICI has 19 columns and no IFSC within the bank', () => {
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

  it('for HDFC has 28 columns without headings, names in capitals of 20 characters, and a name that counts the files of a day', () => {
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
  ])('for %s pays %d paise by %s', (name, amountPaise, code) => {
    const row = bankRow(profileNamed(name), FACTS, payment({ amountPaise, ifsc: 'SBIN0001234' }));
    expect(row.issue ?? row.cells).toContain(code);
  });

  it('pays by the preferred way where both are there and the amount allows it', () => {
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
    ['icici', { ifsc: 'HDFC1001234' }, 'The IFSC code is not valid: it has 11 characters, and the fifth is 0.'],
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
  ])('[BANK-01, BANK-07] of %s excludes a payment with %j and states the reason', (name, overrides, issue) => {
    expect(issueOf(name, overrides)).toBe(issue);
  });
});

const read = (name: string, text: string | Buffer) => parseBankResults(profileNamed(name), [text]);

describe('a bank result file', () => {
  it('of ICICI is read by its headings, in any order of columns', async () => {
    const answer = [
      'STATUS,AMOUNT,Customer Ref No,UTR NO,BENE_ACC_NO,Rejection Reason',
      'Paid,"1,234.50",W1,ICICR52026110500000001,001234567890,',
      'In Progress,100,W2,,001234567890,',
      'REJECTED,100.5,W3,,001234567890,"Account, closed"',
      'Reversed,100.50,W4,UTR4,001234567890,',
      'Perhaps,100,W5,,,',
      'Paid,1e3,W6,,,',
      'Paid,100,,,,',
    ].join('\r\n');
    expect(await read('icici', `\ufeff${answer}`)).toEqual([
      {
        line: 2,
        reference: 'W1',
        status: 'paid',
        amountPaise: 123_450,
        account: '001234567890',
        upiId: null,
        transactionId: 'ICICR52026110500000001',
        reason: null,
      },
      {
        line: 3,
        reference: 'W2',
        status: 'processing',
        amountPaise: 10_000,
        account: '001234567890',
        upiId: null,
        transactionId: null,
        reason: null,
      },
      {
        line: 4,
        reference: 'W3',
        status: 'failed',
        amountPaise: 10_050,
        account: '001234567890',
        upiId: null,
        transactionId: null,
        reason: 'Account, closed',
      },
      {
        line: 5,
        reference: 'W4',
        status: 'reversed',
        amountPaise: 10_050,
        account: '001234567890',
        upiId: null,
        transactionId: 'UTR4',
        reason: null,
      },
      { line: 6, reference: 'W5', issue: 'Its status "Perhaps" is not known.' },
      { line: 7, reference: 'W6', issue: 'Its amount is no number of rupees.' },
      { line: 8, reference: null, issue: 'It has no reference.' },
    ]);
  });

  it.each([';', '\t', ','])('is read with %j between its cells, in UTF-16 as in UTF-8', async (separator) => {
    const heading = ['STATUS', 'AMOUNT', 'Customer Ref No', 'UTR NO', 'BENE_ACC_NO', 'Rejection Reason'];
    const cells = ['Rejected', '1234.50', 'W1', '', '001234567890', '"Closed, moved; or\tgone"'];
    const text = `${heading.join(separator)}\r\n${cells.join(separator)}\r\n`;
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const content of [text, `\ufeff${text}`, utf16])
      expect(await read('icici', content)).toMatchObject([
        { reference: 'W1', amountPaise: 123_450, reason: 'Closed, moved; or gone' },
      ]);
  });

  it('of HDFC is read by position, behind the columns that were sent', async () => {
    const sent = fileOf('hdfc', [payment(), payment({ reference: 'W00000043' })])
      .trim()
      .split('\r\n');
    const answer = [`${sent[0]},HDFCN52026110512345,E,`, `${sent[1]},,R,ACCOUNT CLOSED`].join('\r\n');
    expect(await read('hdfc', answer)).toMatchObject([
      { reference: 'W00000042', status: 'paid', amountPaise: 123_450, transactionId: 'HDFCN52026110512345' },
      { reference: 'W00000043', status: 'failed', transactionId: null, reason: 'ACCOUNT CLOSED' },
    ]);
  });

  it('of another bank, or no table at all, is rejected with the column that is missing', async () => {
    await expect(read('icici', 'a,b\n1,2\n')).rejects.toThrow(
      'This isn’t a results file of ICICI Bank: the column "Customer Ref No" is missing.',
    );
    await expect(read('icici', Buffer.from([0x50, 0x4b, 3, 4, 0, 255]))).rejects.toThrow(
      'This isn’t a text file. Save the bank’s results as CSV, and upload that file.',
    );
    await expect(read('icici', 'Customer Ref No,STATUS\nW1,"Pa"id\n')).rejects.toThrow(BankResultError);
    expect(await read('icici', '')).toEqual([]);
  });
});
