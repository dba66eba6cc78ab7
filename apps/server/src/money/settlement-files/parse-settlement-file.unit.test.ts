import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { type ParsedSettlementLine, parseSettlementFile } from './parse-settlement-file.ts';
import { SettlementFileError } from './read-table-lines.ts';
import { readSettlementProfiles, type SettlementProfile } from './settlement-profile.ts';

const BOOKING = '65f0000000000000000000b1';
const profiles = await readSettlementProfiles(null);

function parsed(name: string, content: string | Uint8Array): Promise<Partial<ParsedSettlementLine>[]> {
  const profile = profiles.find((each) => each.name === name);
  if (!profile) throw new Error(`there is no profile ${name}`);
  return linesOf(profile, content);
}

async function linesOf(profile: SettlementProfile, content: string | Uint8Array): Promise<ParsedSettlementLine[]> {
  const lines: ParsedSettlementLine[] = [];
  for await (const line of parseSettlementFile(profile, Buffer.from(content))) lines.push(line);
  return lines;
}

describe('[RECON-01] payment gateway reports', () => {
  it('are parsed from Razorpay, with net amounts as debit and credit, and a settlement line that is not a payment', async () => {
    const lines = await parsed(
      'razorpay',
      `transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,payment_id,order_receipt,entity_created_at,settled_at,settlement_id,settlement_utr
payment,pay_1,"1,000.00",INR,20.00,3.60,0.00,976.40,,rcpt-${BOOKING},04/11/2026 10:15:00,05/11/2026,setl_1,AXISCN01
refund,rfnd_1,250.50,INR,0.00,0.00,250.50,0.00,pay_1,,04/11/2026 11:00:00,05/11/2026,setl_1,AXISCN01
adjustment,adj_1,5.00,INR,0,0,5.00,0,,,04/11/2026 11:00:00,05/11/2026,setl_1,AXISCN01
settlement,setl_1,720.90,INR,0,0,720.90,0,,,05/11/2026 09:00:00,05/11/2026,setl_1,AXISCN01`,
    );
    expect(lines).toMatchObject([
      {
        ...{ type: 'payment', reference: 'pay_1', paymentKey: 'pay_1', orderId: BOOKING, day: '2026-11-04' },
        ...{ amountPaise: 100_000, feePaise: 2000, taxPaise: 360, netPaise: 97_640, settlementReference: 'setl_1' },
      },
      { type: 'refund', reference: 'rfnd_1', paymentKey: 'pay_1', amountPaise: -25_050, netPaise: -25_050 },
      { type: 'adjustment', amountPaise: -500, paymentKey: null },
    ]);
  });

  it('are parsed from Cashfree, after a summary and with a direction for each amount', async () => {
    const lines = await parsed(
      'cashfree',
      `ID,Total Transaction Amount,Net Settlement Amount,UTR
208,103.00,99.46,AXISCN02

Event ID,Event Type,Sale Type,Event Time,Event Amount,Event Settlement Amount,Settlement Date,UTR,Order ID,CF Payment ID,Payment Service Charge,Payment Service Tax
11,PAYMENT,CREDIT,2026-11-04 15:05:12,103.00,100.00,2026-11-05 15:35:50,AXISCN02,${BOOKING},885472,2.54,0.46
12,CHARGEBACK,DEBIT,2026-11-04 16:05:12,50.00,50.00,2026-11-05 15:35:50,AXISCN02,${BOOKING},885472,0,0
13,CHARGEBACK_REVERSE,CREDIT,2026-11-04 17:05:12,50.00,50.00,2026-11-05 15:35:50,AXISCN02,${BOOKING},885472,0,0`,
    );
    expect(lines.map(({ type, amountPaise, netPaise, utr }) => [type, amountPaise, netPaise, utr])).toEqual([
      ['payment', 10_300, 10_000, 'AXISCN02'],
      ['chargeback', -5000, -5000, 'AXISCN02'],
      ['chargeback', 5000, 5000, 'AXISCN02'],
    ]);
  });

  it('are parsed from PhonePe, with negative fees and three taxes', async () => {
    const lines = await parsed(
      'phonepe',
      `PaymentType,MerchantReferenceId,PhonePeReferenceId,From,Instrument,CreationDate,Amount,Fee,TransactionDate,SettlementDate,BankReferenceNo,IGST,CGST,SGST
PAYMENT,${BOOKING},T2611041,x,UPI_REDEMPTION,04-11-2026,500.00,-5.00,04-11-2026 10:00:00,05-11-2026,YESBN01,0,-0.45,-0.45
REFUND,ref-1,T2611042,x,UPI_REDEMPTION,04-11-2026,100.00,0,04-11-2026 10:00:00,05-11-2026,YESBN01,0,0,0`,
    );
    expect(lines).toMatchObject([
      { type: 'payment', feePaise: 500, taxPaise: 90, netPaise: 49_410, settlementReference: 'YESBN01' },
      { type: 'refund', amountPaise: -10_000, feePaise: 0 },
    ]);
  });

  it('are parsed from PayU, where a capture has its PayU id and a refund has its own id', async () => {
    const lines = await parsed(
      'payu',
      `action,payuId,requestId,merchantTransactionId,transactionAmount,merchantServiceFee,merchantServiceTax,merchantNetAmount,transactionDate,settlementDate,utrNumber
capture,403993715521937565,,${BOOKING},200.00,4.00,0.72,195.28,2026-11-04 10:00:00,2026-11-05,HDFCR01
refund,403993715521937565,77120011,${BOOKING},50.00,0,0,50.00,2026-11-04 11:00:00,2026-11-05,HDFCR01
chargeback,403993715521937565,77120012,${BOOKING},200.00,0,0,200.00,2026-11-05 11:00:00,2026-11-05,HDFCR01
chargebackReversal,403993715521937565,77120013,${BOOKING},200.00,0,0,200.00,2026-11-06 11:00:00,2026-11-05,HDFCR01`,
    );
    expect(lines).toMatchObject([
      { type: 'payment', referenceKey: '403993715521937565', orderId: BOOKING, netPaise: 19_528 },
      { type: 'refund', referenceKey: '77120011', paymentKey: '403993715521937565', amountPaise: -5000 },
      { type: 'chargeback', amountPaise: -20_000, netPaise: -20_000 },
      { type: 'chargeback', amountPaise: 20_000, netPaise: 20_000 },
    ]);
  });
});

const ENTRIES = [
  { type: 'credit', amountPaise: 123_450, day: '2026-11-05', bankKeys: ['axiscn0000000f1'] },
  { type: 'debit', amountPaise: -50_000, day: '2026-11-05' },
];

describe('[RECON-01] a malicious settlement file', () => {
  it.each(['constructor', '__proto__', 'hasOwnProperty'])(
    'is parsed as an adjustment when the type of a line is %s',
    async (type) => {
      const content = `transaction_entity,entity_id,amount,debit,credit,entity_created_at\n${type},x_1234,5,0,5,04/11/2026`;
      expect(await parsed('razorpay', content)).toMatchObject([{ type: 'adjustment', amountPaise: 500 }]);
    },
  );

  // A search that restarts at each tag would take hours with this file.
  it.each([
    ['entries', '<Ntry '],
    ['amounts', '<Ntry><Amt '],
    ['currencies', '<Ntry><Amt Ccy="INR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd>', '<Amt  Ccy='],
    ['days', '<Ntry>', '<BookgDt>'],
    ['states', '<Ntry><Sts>', ' '],
  ])(
    'is rejected immediately when it is CAMT.053 with unterminated %s',
    async (_, beginning, repeated = beginning) => {
      const content = `${beginning}${repeated.repeat(8_000_000 / repeated.length)}</Ntry>`;
      await expect(parsed('camt053', content)).rejects.toThrow(SettlementFileError);
    },
  );

  it('is rejected when it has too many rows, regardless of its content', async () => {
    const rows = ',\n'.repeat(200_101);
    await expect(parsed('razorpay', rows)).rejects.toThrow(
      'This file has more than 2,00,000 lines. Split it into several files.',
    );
  });

  it('has only references that can be stored and displayed', async () => {
    const content = Buffer.from(`\ufeff:61:261105C1,NTRF\0${'r'.repeat(5_000)}`, 'utf16le');
    expect(await parsed('mt940', content)).toMatchObject([{ reference: 'r'.repeat(200) }]);
  });

  it('is rejected when it is UTF-16 without a line ending', async () => {
    const content = Buffer.from(`\ufeff${'a'.repeat(100_001)}`, 'utf16le');
    await expect(parsed('razorpay', content)).rejects.toThrow('Line 1 has more than 1,00,000 characters.');
  });
});

describe('[RECON-01] bank statements', () => {
  it.each([
    [
      'hdfc-statement',
      `HDFC BANK Ltd.
Statement of account
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
05/11/26,NEFT CR-RAZORPAY-AXISCN0000000F1,0000000000000001,05/11/26,,"1,234.50",9000.00
05/11/26,RENT,,05/11/26,500.00,,8500.00
********,,,,,,
STATEMENT SUMMARY,,,,,,`,
    ],
    [
      'icici-statement',
      `S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,05/11/2026,05/11/2026,-,NEFT-AXISCN0000000F1-RAZORPAY,0.00,1234.50,9000.00
2,05/11/2026,05/11/2026,-,RENT,500.00,0.00,8500.00`,
    ],
    [
      'icici-statement',
      `Transaction ID,Value Date,Description,Transaction Amount(INR),Cr/Dr,Available Balance(INR)
S1,05/11/2026,NEFT-AXISCN0000000F1-RAZORPAY,1234.50,CR,9000.00
S2,05/11/2026,RENT,500.00,DR,8500.00`,
    ],
    [
      'sbi-statement',
      `Account Name\tWayside
Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance
5 Nov 2026\t5 Nov 2026\tBY TRANSFER-NEFT*AXIS*AXISCN0000000F1*RAZORPAY\tTRANSFER\t \t1,234.50\t9,000.00
5 Nov 2026\t5 Nov 2026\tRENT\t\t500.00\t \t8,500.00`,
    ],
    [
      'mt940',
      `:20:STMT
:25:HDFC/50100
:60F:C261104INR8265,50
:61:2611051105C1234,50NTRFAXISCN0000000F1//1
:86:NEFT RAZORPAY
:61:261105D500,NTRFRENT
:62F:C261105INR9000,`,
    ],
    [
      'camt053',
      `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="INR">1234.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-05</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>AXISCN0000000F1</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
<ns:Ntry><ns:Amt Ccy="INR">500</ns:Amt><ns:CdtDbtInd>DBIT</ns:CdtDbtInd><ns:BookgDt><ns:Dt>2026-11-05</ns:Dt></ns:BookgDt></ns:Ntry>
</Stmt></BkToCstmrStmt></Document>`,
    ],
  ])('have credits and debits, and the UTR of each credit, in the format %s', async (name, content) => {
    expect(await parsed(name, content)).toMatchObject(ENTRIES);
  });

  const entry = (amount: string, { mark = 'CRDT', day = '2026-11-05', more = '' } = {}) =>
    `<Ntry><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${more}<BookgDt><Dt>${day}</Dt></BookgDt></Ntry>\n`;

  it('are rejected with each line that cannot be read', async () => {
    const mt940 = ':61:261105C1,NTRF\n:61:261105X2,NTRF\n:86:NEFT\n:61:261105C3.00NTRF\n:61:991399C4,NTRF';
    await expect(parsed('mt940', mt940)).rejects.toMatchObject({
      issues: [
        { line: 2, issue: { message: 'Its entry ":61:261105X2,NTRF" cannot be read.' } },
        { line: 4, issue: { message: 'Its entry ":61:261105C3.00NTRF" cannot be read.' } },
        { line: 5, issue: { message: 'Its date "2099-13-99" is not recognised.' } },
      ],
    });
    const faults = [
      entry(''),
      entry('-2'),
      entry('1.005'),
      entry('3', { mark: '' }),
      entry('4', { day: '2099-13-99' }),
    ];
    await expect(parsed('camt053', [entry('1'), ...faults, '<Ntry><Amt>5</Amt>'].join(''))).rejects.toMatchObject({
      issues: [
        ...[2, 3, 4].map((line) => ({ line, issue: { message: 'Its amount is not an amount in rupees.' } })),
        { line: 5, issue: { message: 'It is neither a credit nor a debit.' } },
        { line: 6, issue: { message: 'Its date "2099-13-99" is not recognised.' } },
        { line: 7, issue: { message: 'Its entry has no end.' } },
      ],
    });
  });

  it('contain only booked entries when they are CAMT.053 files', async () => {
    const pending = ['<Sts>PDNG</Sts>', '<Sts><Cd>PDNG</Cd></Sts>'].map((more) => entry('7', { more }));
    const lines = await parsed('camt053', [...pending, entry('.5', { more: '<Sts>BOOK</Sts>' })].join(''));
    expect(lines).toMatchObject([{ line: 3, amountPaise: 50 }]);
  });

  it('can be workbooks', async () => {
    const rows = [
      ['HDFC BANK'],
      ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
      ['05/11/26', 'NEFT AXISCN0000000F1', '', '05/11/26', '', 1234.5, 9000],
      ['05/11/26', 'RENT', '', '05/11/26', 500, '', 8500],
    ];
    const workbook = await writeXlsx({ sheets: [{ name: 'Statement', rows }] });
    expect(await parsed('hdfc-statement', workbook)).toMatchObject(ENTRIES);
    await expect(parsed('hdfc-statement', Buffer.from('504b030400', 'hex'))).rejects.toThrow('cannot be read');
  });

  it('are identified by their balance when they have no id', async () => {
    const content = (
      balance: string,
    ) => `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
05/11/26,CASH,,05/11/26,,10.00,${balance}`;
    const keys = await Promise.all(
      ['1.00', '1.00', '2.00'].map(
        async (each) => (await parsed('hdfc-statement', content(each)))[0]?.referenceKey,
      ),
    );
    expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
  });
});

describe('[RECON-01] a custom profile from a folder', () => {
  it('parses a new format without code, and replaces a built-in profile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'profiles-'));
    const columns = { type: 'Kind', reference: 'Ref', amount: 'Paise', day: 'On' };
    const own = { name: 'own', label: 'Own', kind: 'gateway', format: 'table', days: ['d mmm yyyy'], columns };
    await writeFile(
      join(folder, 'own.json'),
      JSON.stringify({ ...own, isInPaise: true, types: { sale: 'payment' } }),
    );
    await writeFile(join(folder, 'payu.json'), JSON.stringify({ ...own, name: 'payu' }));
    const found = await readSettlementProfiles(folder);
    await rm(folder, { recursive: true });
    expect(found.filter(({ label }) => label === 'Own').map(({ name }) => name)).toEqual(['own', 'payu']);
    expect(found).toHaveLength(profiles.length + 1);
    const [profile] = found.filter(({ name }) => name === 'own');
    if (!profile) throw new Error('the folder has no profile');
    const lines = await linesOf(profile, 'Kind;Ref;Paise;On\nSALE;A-1;12345;4 Nov 2026\n');
    expect(lines).toMatchObject([{ type: 'payment', amountPaise: 12_345, day: '2026-11-04', referenceKey: 'a-1' }]);
  });
});
