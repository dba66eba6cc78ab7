import { describe, expect, it } from 'vitest';
import { BankResultError } from './bank-file-text.ts';
import { bankProfile, SHIPPED_PROFILES } from './bank-profile.ts';
import { type BankResult, parseBankResults } from './parse-bank-results.ts';

const HEADINGS = 'Customer Ref No,STATUS,AMOUNT,UTR NO,BENE_ACC_NO,Rejection Reason';
const PAID_LINE = 'W1ABCDE00001,Paid,1234.50,HDFCN52026110512345,001234567890,';
const FAILED_LINE = 'W1ABCDE00002,Rejected,100.00,,001234567891,Account closed';

const shipped = (name: string) => {
  const found = SHIPPED_PROFILES.find((profile) => profile.name === name);
  if (!found) throw new Error(`no profile ${name}`);
  return found;
};
const read = async (
  content: string | Buffer,
  profile = shipped('icici'),
  bytesOfPiece = Number.POSITIVE_INFINITY,
) => {
  const bytes = Buffer.from(content);
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += Math.min(bytesOfPiece, bytes.length))
    pieces.push(bytes.subarray(start, start + Math.min(bytesOfPiece, bytes.length)));
  return await parseBankResults(profile, pieces);
};
const BOTH = (first: number, second = first + 1) => [
  {
    line: first,
    reference: 'W1ABCDE00001',
    status: 'paid',
    amountPaise: 123_450,
    transactionId: 'HDFCN52026110512345',
    account: '001234567890',
  },
  {
    line: second,
    reference: 'W1ABCDE00002',
    status: 'failed',
    amountPaise: 10_000,
    transactionId: null,
    reason: 'Account closed',
  },
];

describe('a bank result file', () => {
  it('is parsed by its headings, in any order of columns, when it is from ICICI', async () => {
    const response = [
      'STATUS,AMOUNT,Customer Ref No,UTR NO,BENE_ACC_NO,Rejection Reason',
      'Paid,"1,234.50",W1,ICICR52026110500000001,001234567890,',
      'In Progress,100,W2,,001234567890,',
      'REJECTED,100.5,W3,,001234567890,"Account, closed"',
      'Reversed,100.50,W4,UTR4,001234567890,',
      'Perhaps,100,W5,,,',
      'Paid,1e3,W6,,,',
      'Paid,100,,,,',
    ].join('\r\n');
    const line = { account: '001234567890', upiId: null, transactionId: null, reason: null };
    expect(await read(`\ufeff${response}`)).toEqual([
      {
        ...{ ...line, line: 2, reference: 'W1', status: 'paid', amountPaise: 123_450 },
        transactionId: 'ICICR52026110500000001',
      },
      { ...line, line: 3, reference: 'W2', status: 'processing', amountPaise: 10_000 },
      { ...line, line: 4, reference: 'W3', status: 'failed', amountPaise: 10_050, reason: 'Account, closed' },
      { ...line, line: 5, reference: 'W4', status: 'reversed', amountPaise: 10_050, transactionId: 'UTR4' },
      { line: 6, reference: 'W5', issue: 'Its status "Perhaps" is unknown.' },
      { line: 7, reference: 'W6', issue: 'Its amount is not an amount in rupees.' },
      { line: 8, reference: null, issue: 'It has no reference.' },
    ]);
  });

  it.each([';', '\t', ','])('is parsed with the cell separator %j, in UTF-8 and in UTF-16', async (separator) => {
    const heading = ['STATUS', 'AMOUNT', 'Customer Ref No', 'UTR NO', 'BENE_ACC_NO', 'Rejection Reason'];
    const cells = ['Rejected', '1234.50', 'W1', '', '001234567890', '"Closed, moved; or\tgone"'];
    const text = `${heading.join(separator)}\r\n${cells.join(separator)}\r\n`;
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const content of [text, `\ufeff${text}`, utf16])
      expect(await read(content)).toMatchObject([
        { reference: 'W1', amountPaise: 123_450, reason: 'Closed, moved; or gone' },
      ]);
  });

  it('is rejected with the name of the missing column if it is from another bank or contains no table', async () => {
    await expect(read('a,b\n1,2\n')).rejects.toThrow(
      'This is not a result file of ICICI Bank: the column "Customer Ref No" is missing.',
    );
    await expect(read(Buffer.from([0x50, 0x4b, 3, 4, 0, 255]))).rejects.toThrow(
      'This is not a text file. Save the bank’s results as CSV, and upload that file.',
    );
    await expect(read('Customer Ref No,STATUS\nW1,"Pa"id\n')).rejects.toThrow(BankResultError);
    expect(await read('')).toEqual([]);
  });
});

describe('[BANK-06] a bank result file saved by a spreadsheet program', () => {
  it.each([
    ['an apostrophe before each cell', (cell: string) => `'${cell}`],
    ['a curly apostrophe', (cell: string) => `’${cell}`],
    ['each cell as a formula', (cell: string) => `="${cell}"`],
    ['each cell as a quoted formula', (cell: string) => `"=""${cell}"""`],
    ['quotes and spaces', (cell: string) => `" ${cell} "`],
  ])('is parsed with %s', async (_, write) => {
    const lines = [PAID_LINE, FAILED_LINE].map((line) => line.split(',').map(write).join(','));
    expect(await read([HEADINGS, ...lines].join('\r\n'))).toMatchObject(BOTH(2));
  });

  it.each([
    ['a banner of 20 lines', Array.from({ length: 20 }, (_, n) => `Status report, page ${n}`), 22],
    ['a banner with blank lines', ['ICICI Bank Ltd', '', ',,,,', 'Period: 01-11-2026 to 05-11-2026', ''], 7],
    ['a line about the separator', ['sep=,'], 3],
    ['such a line and a banner', ['"sep=,"', 'Status report'], 4],
  ])('is parsed after %s, and lines are numbered as in the file', async (_, banner, first) => {
    expect(await read([...banner, HEADINGS, PAID_LINE, FAILED_LINE].join('\n'))).toMatchObject(BOTH(first));
  });

  it('is rejected with the missing column when the banner is longer', async () => {
    const banner = Array.from({ length: 21 }, (_, n) => `Line ${n}`);
    await expect(read([...banner, HEADINGS, PAID_LINE].join('\n'))).rejects.toThrow(
      'the column "Customer Ref No" is missing',
    );
  });

  it.each([';', '\t', '|'])('is parsed with the separator %j given in its first line', async (separator) => {
    const lines = [HEADINGS, PAID_LINE, FAILED_LINE].map((line) => line.replaceAll(',', separator));
    expect(
      await read([`sep=${separator}`, 'A report, of today, with commas', ...lines].join('\r\n')),
    ).toMatchObject(BOTH(4));
  });

  it('is parsed with the separator of its headings, regardless of the banner', async () => {
    const lines = [HEADINGS, PAID_LINE, FAILED_LINE].map((line) => line.replaceAll(',', ';'));
    expect(await read(['Report, of, many, words, and, commas, indeed', ...lines].join('\n'))).toMatchObject(
      BOTH(3),
    );
  });

  it.each([
    ['a total', ['Total,,1334.50,,,']],
    ['a total without a word', [',,1334.50,,,']],
    ['a grand total in another column', [',,,,Grand Total,1334.50']],
    ['a count', ['Total records: 2', 'No. of rows: 2']],
    ['a line', ['-----,,,,,', '*** End of report ***']],
    ['a sentence', ['This is a computer generated report, and needs no signature.']],
    ['blank lines', ['', ',,,,,', '  ']],
    ['the headings again, as on a second page', [HEADINGS]],
  ])('ends without a line to review after %s', async (_, footer) => {
    expect(await read([HEADINGS, PAID_LINE, FAILED_LINE, ...footer, ''].join('\r\n'))).toMatchObject(BOTH(2));
    expect(await read([HEADINGS, PAID_LINE, FAILED_LINE, ...footer, ''].join('\r\n'))).toHaveLength(2);
  });

  it('lists unreadable lines that may be payments', async () => {
    const lines = [
      ',Paid,100.00,UTR1,1234567890,',
      ',,100.00,UTR1,1234567890,',
      'W1ABCDE00003,,100.00,,,',
      'Note 1 Motors,Strange,1,,,',
    ];
    expect(await read([HEADINGS, ...lines].join('\n'))).toMatchObject([
      { line: 2, reference: null, issue: 'It has no reference.' },
      { line: 3, reference: null, issue: 'It has no reference.' },
      { line: 4, reference: 'W1ABCDE00003', issue: 'It has no status.' },
    ]);
  });

  const withReason = [HEADINGS, PAID_LINE, FAILED_LINE.replace('Account closed', 'Café – “closed” ₹')].join('\r\n');
  const reasonOf = async (content: Buffer, piece?: number) => {
    const lines = await read(content, shipped('icici'), piece);
    expect(lines).toHaveLength(2);
    return (lines[1] as BankResult).reason;
  };
  it.each([
    ['UTF-8', Buffer.from(withReason)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${withReason}`)],
    ['UTF-16', Buffer.from(`\ufeff${withReason}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(withReason, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${withReason}`, 'utf16le').swap16()],
    ['UTF-16, big end first, without a mark', Buffer.from(withReason, 'utf16le').swap16()],
  ])('is parsed in %s, in chunks of any length', async (_, content) => {
    for (const piece of [40, 41, 64, 1_000]) expect(await reasonOf(content, piece)).toBe('Café – “closed” ₹');
  });

  it('is parsed in Windows-1252 with any line endings', async () => {
    const text = Buffer.from(
      [HEADINGS, PAID_LINE, FAILED_LINE.replace('Account closed', 'Caf\u00e9 \u0096 \u0093closed\u0094')].join(
        '\r\n',
      ),
      'latin1',
    );
    expect(await reasonOf(text)).toBe('Café – “closed”');
    expect(await read([HEADINGS, PAID_LINE, FAILED_LINE].join('\r'))).toMatchObject(BOTH(2));
    expect(await read(`Report\n${HEADINGS}\r\n${PAID_LINE}\n${FAILED_LINE}\r\n`)).toMatchObject(BOTH(3));
  });

  it.each([
    ['XLSX', Buffer.concat([Buffer.from('504b030414000600', 'hex'), Buffer.alloc(100, 1)])],
    ['XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('is rejected when it is %s', async (_, content) => {
    await expect(read(content)).rejects.toThrow('This is not a text file. Save the bank’s results as CSV');
  });

  it.each([
    [
      'UTR',
      PAID_LINE.replace('HDFCN52026110512345', '4.33E+11'),
      /^Its transaction ID is a number in scientific notation/,
    ],
    [
      'UTR with a comma',
      PAID_LINE.replace('HDFCN52026110512345', '"4,33e+11"'),
      /^Its transaction ID is a number in scientific/,
    ],
    ['account', PAID_LINE.replace('001234567890', '1.23E+9'), /^Its account is a number in scientific notation/],
    [
      'reference',
      PAID_LINE.replace('W1ABCDE00001', '1.23E+15'),
      /^Its reference is a number in scientific notation/,
    ],
    [
      'UTR of a failed payment',
      FAILED_LINE.replace(',,', ',4.33E+11,'),
      /^Its transaction ID is a number in scientific/,
    ],
    ['placeholder', PAID_LINE.replace('HDFCN52026110512345', 'N/A'), /^Its transaction ID is a placeholder/],
    ['hyphen', PAID_LINE.replace('HDFCN52026110512345', '-'), /^Its transaction ID must have a letter or digit/],
  ])('lists a line for review when its %s cannot be trusted', async (_, line, issue) => {
    const [found] = await read(['Report', HEADINGS, line].join('\n'));
    expect(found).toMatchObject({ line: 3, issue: expect.stringMatching(issue) });
    expect(JSON.stringify(found)).not.toContain('1.23E+9');
  });

  it('treats NA as no transaction id when the bank has not paid', async () => {
    expect(await read([HEADINGS, FAILED_LINE.replace(',,', ',NA,')].join('\n'))).toMatchObject([
      { status: 'failed', transactionId: null },
    ]);
  });

  it('is parsed after a banner and before a footer when it is from HDFC and has no headings', async () => {
    const cells = (reference: string, end: string) =>
      `N,,001234567890,1234.50,RAVI KUMAR,,,,,,,,${reference},${reference},payout,,,,,,,,05/11/2026,,SBIN0001234,,,,${end}`;
    const content = [
      'HDFC Bank Ltd,,,,',
      'Reverse file of 05/11/2026',
      `Transaction Type,Beneficiary Code,Account,Instrument Amount${',Heading'.repeat(27)}`,
      cells('W1ABCDE00001', "'HDFCN52026110512345,E,"),
      cells('W1ABCDE00002', ',R,ACCOUNT CLOSED'),
      cells('W1ABCDE00003', 'HDFCN1,?,'),
      'Total,2,,2469.00',
      'End of file',
    ].join('\r\n');
    expect(await read(content, shipped('hdfc'))).toMatchObject([
      { line: 4, reference: 'W1ABCDE00001', status: 'paid', transactionId: 'HDFCN52026110512345' },
      { line: 5, reference: 'W1ABCDE00002', status: 'failed', reason: 'ACCOUNT CLOSED' },
      { line: 6, reference: 'W1ABCDE00003', issue: 'Its status "?" is unknown.' },
    ]);
    // The first line of a file may be an unreadable payment.
    expect(await read(cells('W1ABCDE00003', 'HDFCN1,?,'), shipped('hdfc'))).toMatchObject([{ line: 1 }]);
  });

  it('is also parsed when it is from RazorpayX or has a custom profile', async () => {
    const razorpayx = [
      'Batch 1',
      'Payout Reference Id,Payout Status,Payout Amount (in Rupees),UTR,Fund Account Number,Fund Account Vpa,Failure Reason',
      "'W1ABCDE00001,processed,1234.50,'630912345678,,ravi@okhdfc,",
      'Total,,1234.50',
    ].join('\n');
    expect(await read(razorpayx, shipped('razorpayx'))).toMatchObject([
      { line: 3, status: 'paid', transactionId: '630912345678', account: null, upiId: 'ravi@okhdfc' },
    ]);
    const icici = shipped('icici');
    const own = bankProfile.parse({
      ...icici,
      name: 'own-bank',
      answer: { ...icici.answer, reference: 'Ref  Name', account: 'To' },
    });
    expect(
      await read(
        ['Own bank', 'to,status,amount,utr no,REF NAME', '="0012345678",paid,1,="X1",W1ABCDE00001'].join('\n'),
        own,
      ),
    ).toMatchObject([{ line: 3, reference: 'W1ABCDE00001', account: '0012345678', transactionId: 'X1' }]);
  });
});
