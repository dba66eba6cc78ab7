/** A month of payments, with the reports of four gateways and the statements of two banks about it. Amounts are paise; days count from 0. */

export const GATEWAYS = ['razorpay', 'cashfree', 'phonepe', 'payu'] as const;
const BANKS = ['hdfc-statement', 'icici-statement'] as const;
export const DAYS = 30;
const PAYMENTS_OF_DAY = 3;
/** Reports and statements have these days each. */
const DAYS_OF_FILE = 8;

/** What happens to a payment, in turn: every other one is right. */
const CASES = [
  ...['right', 'short', 'right', 'part refunded', 'missing there', 'right', 'late here', 'refunded twice'],
  ...[
    'by order',
    'dispute lost',
    'right',
    'missing here',
    'dispute won',
    'right',
    'changed here',
    'corrected',
    'right',
  ],
] as const;

export interface MonthPayment {
  readonly id: string;
  readonly day: number;
  readonly amountPaise: number;
  readonly transactionId: string | null;
  /** It comes, or has its amount, only after half of the files. */
  readonly isLate: boolean;
  readonly latePaise: number;
}

export interface MonthFile {
  readonly profile: string;
  readonly name: string;
  readonly content: string;
}

interface Line {
  readonly type: 'payment' | 'refund' | 'chargeback';
  readonly id: string;
  readonly paymentId: string;
  readonly order: string;
  /** Below 0 for what is taken away. */
  readonly amountPaise: number;
  readonly feePaise: number;
  readonly taxPaise: number;
  /** Of the line, and of its settlement. */
  readonly day: number;
  readonly settledOn: number;
  readonly utr: string;
}

/** What the month comes to, by the table in docs/money.md alone. */
export interface MonthOutcome {
  readonly expectedPaise: number;
  readonly settledPaise: number;
  readonly openPaise: number;
  /** Of payments that reports name and nobody knows here. */
  readonly unknownPaise: number;
  /** Open lines by state. */
  readonly open: Readonly<Record<string, number>>;
  readonly settlements: Readonly<Record<string, number>>;
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);
const hex = (index: number): string => `65fb${index.toString(16).padStart(20, '0')}`;

/** @param dayText the text of a day of the month in a pattern, such as "dd/mm/yyyy" */
export function settlementMonth(dayText: (day: number, pattern: string) => string) {
  const payments: MonthPayment[] = [];
  const lines: { readonly gateway: number; readonly first: Line; readonly line: Line }[] = [];
  const open: Record<string, number> = { amount_differs: 0, missing_here: 0, missing_there: 0, duplicate: 0 };
  const sums = { expectedPaise: 0, settledPaise: 0, openPaise: 0, unknownPaise: 0 };

  const add = (gateway: number, line: Omit<Line, 'settledOn' | 'utr'>, wrongPaise = line.amountPaise) => {
    const settledOn = Math.min(line.day + 1, DAYS - 1);
    const utr = `AXISCN${gateway}${String(settledOn).padStart(9, '0')}`;
    const placed = { ...line, settledOn, utr };
    lines.push({ gateway, line: placed, first: { ...placed, amountPaise: wrongPaise } });
  };

  for (let index = 0; index < DAYS * GATEWAYS.length * PAYMENTS_OF_DAY; index += 1) {
    const gateway = index % GATEWAYS.length;
    const day = Math.floor(index / (GATEWAYS.length * PAYMENTS_OF_DAY));
    const found = CASES[index % CASES.length] ?? 'right';
    const id = hex(index);
    const paymentId = `pay_${gateway}_${index}`;
    const amountPaise = 100_001 + ((index * 7919) % 90_000);
    const isKnown = found !== 'missing here';
    const isNamed = found !== 'missing there';
    const linePaise = found === 'short' ? amountPaise - 3_412 : amountPaise;
    if (isKnown) {
      sums.expectedPaise += amountPaise;
      payments.push({
        ...{
          id,
          day,
          amountPaise: found === 'changed here' ? amountPaise - 101 : amountPaise,
          latePaise: amountPaise,
        },
        ...{ isLate: found === 'late here' || found === 'changed here' },
        transactionId: found === 'by order' ? null : paymentId,
      });
    }
    if (!isNamed) {
      sums.openPaise += amountPaise;
      open['missing_there'] = (open['missing_there'] ?? 0) + 1;
      continue;
    }
    const feePaise = Math.round(linePaise / 50);
    const line = {
      ...({ type: 'payment', id: paymentId, paymentId, order: found === 'by order' ? id : '', day } as const),
      ...{ amountPaise: linePaise, feePaise, taxPaise: Math.round(feePaise * 0.18) },
    };
    const other = (kind: string, type: 'refund' | 'chargeback', paise: number, later: number) =>
      add(gateway, {
        ...line,
        type,
        id: `${kind}_${gateway}_${index}`,
        order: '',
        feePaise: 0,
        taxPaise: 0,
        amountPaise: paise,
        day: Math.min(day + later, DAYS - 1),
      });
    add(gateway, line, found === 'corrected' ? linePaise - 50 : linePaise);
    if (isKnown) sums.settledPaise += linePaise;
    else sums.unknownPaise += linePaise;
    if (found === 'corrected' && isCorrected(gateway, Math.min(day + 1, DAYS - 1)))
      open['duplicate'] = (open['duplicate'] ?? 0) + 1;
    if (found === 'missing here') open['missing_here'] = (open['missing_here'] ?? 0) + 1;
    if (found === 'short') {
      sums.openPaise += amountPaise - linePaise;
      open['amount_differs'] = (open['amount_differs'] ?? 0) + 1;
    }
    if (found === 'part refunded') other('rfnd', 'refund', -12_345, 2);
    if (found === 'refunded twice') {
      other('rfnd', 'refund', -linePaise, 1);
      other('rfnd2', 'refund', -linePaise, 3);
      open['amount_differs'] = (open['amount_differs'] ?? 0) + 1;
    }
    if (found.startsWith('dispute')) other('disp', 'chargeback', -linePaise, 4);
    if (found === 'dispute won') other('won', 'chargeback', linePaise, 9);
  }

  const files: MonthFile[] = [];
  const settlementStates: Record<string, number> = { matched: 0, amount_differs: 0, missing_there: 0 };
  for (const [gateway, profile] of GATEWAYS.entries())
    for (let start = 0; start < DAYS; start += DAYS_OF_FILE) {
      const isWithin = ({ settledOn }: Line, end = start + DAYS_OF_FILE) => settledOn >= start && settledOn < end;
      const own = lines.filter((each) => each.gateway === gateway);
      const file = (kind: string, of: readonly Line[]) =>
        files.push({
          profile,
          name: `${profile}-${start}-${kind}.csv`,
          content: WRITERS[gateway]?.(of, dayText) ?? '',
        });
      const corrected = own.map(({ line }) => line).filter((line) => isWithin(line));
      const first = own.map(({ first }) => first).filter((line) => isWithin(line));
      if (isCorrected(gateway, start)) {
        file('first', first);
        file('corrected', corrected);
      } else file('report', corrected);
      // A report of 2 files once more, at the end of the month.
      if (start === 2 * DAYS_OF_FILE)
        file(
          'again',
          own.map(({ line }) => line).filter((line) => isWithin(line, start + 2 * DAYS_OF_FILE)),
        );
    }

  const credits: { readonly bank: number; readonly day: number; readonly text: string; readonly paise: number }[] =
    [];
  for (const gateway of GATEWAYS.keys())
    for (let day = 0; day < DAYS; day += 1) {
      const settled = lines.flatMap(({ gateway: of, line }) =>
        of === gateway && line.settledOn === day ? [line] : [],
      );
      const [first] = settled;
      if (first === undefined) continue;
      const net = settled.reduce(
        (sum, { amountPaise, feePaise, taxPaise }) => sum + amountPaise - feePaise - taxPaise,
        0,
      );
      const isUncredited = gateway === 0 && day === 3;
      const isShort = gateway === 1 && day === 5;
      // What is below 0 is taken from the account, and no credit.
      if (net <= 0 || isUncredited) {
        settlementStates['missing_there'] = (settlementStates['missing_there'] ?? 0) + 1;
        if (net > 0) open['missing_there'] = (open['missing_there'] ?? 0) + 1;
        continue;
      }
      if (isShort) open['amount_differs'] = (open['amount_differs'] ?? 0) + 1;
      const state = isShort ? 'amount_differs' : 'matched';
      settlementStates[state] = (settlementStates[state] ?? 0) + 1;
      credits.push({
        bank: gateway % 2,
        day: gateway === 2 && day === 7 ? DAYS - 1 : day,
        text: `NEFT CR-${first.utr}-GATEWAY`,
        paise: isShort ? net - 250 : net,
      });
    }
  for (const bank of BANKS.keys()) {
    credits.push(
      { bank, day: 11, text: 'RENT OF NOVEMBER', paise: -2_500_000 },
      { bank, day: 12, text: 'CAPITAL', paise: 1_000_000 },
    );
    open['missing_here'] = (open['missing_here'] ?? 0) + 1;
    for (let start = 0; start < DAYS; start += DAYS_OF_FILE) {
      const of = credits.filter(
        (each) => each.bank === bank && each.day >= start && each.day < start + DAYS_OF_FILE,
      );
      const content = bank === 0 ? hdfc(of, dayText) : icici(of, dayText);
      files.push({ profile: BANKS[bank] ?? '', name: `${BANKS[bank]}-${start}.csv`, content });
    }
  }
  const outcome: MonthOutcome = { ...sums, open, settlements: settlementStates };
  return { payments, files: shuffled(files), outcome };
}

/** The first report of one week of the first gateways is wrong. */
const isCorrected = (gateway: number, day: number): boolean => gateway < 2 && Math.floor(day / DAYS_OF_FILE) === 1;

/** The same order each time, in which no file is where it was. */
const shuffled = <T>(all: readonly T[]): T[] => all.map((_, index) => all[(index * 7 + 3) % all.length] as T);

type DayText = (day: number, pattern: string) => string;
type Writer = (lines: readonly Line[], dayText: DayText) => string;

const table = (headings: string, rows: readonly (readonly (string | number)[])[]): string =>
  [headings, ...rows.map((row) => row.join(',')), ''].join('\n');
const netOf = ({ amountPaise, feePaise, taxPaise }: Line): number => amountPaise - feePaise - taxPaise;

const razorpay: Writer = (lines, dayText) =>
  table(
    'transaction_entity,entity_id,payment_id,order_receipt,amount,currency,fee (exclusive tax),tax,debit,credit,entity_created_at,settled_at,settlement_id,settlement_utr',
    lines.map((line) => {
      const entity = line.type === 'chargeback' ? 'dispute' : line.type;
      const net = netOf(line);
      const moved = net < 0 ? [rupees(-net), '0.00'] : ['0.00', rupees(net)];
      const ids = [entity, line.id, line.type === 'payment' ? '' : line.paymentId, line.order];
      const amounts = [
        rupees(Math.abs(line.amountPaise)),
        'INR',
        rupees(line.feePaise),
        rupees(line.taxPaise),
        ...moved,
      ];
      return [
        ...ids,
        ...amounts,
        `${dayText(line.day, 'dd/mm/yyyy')} 10:00:00`,
        dayText(line.settledOn, 'dd/mm/yyyy'),
        `setl_${line.utr}`,
        line.utr,
      ];
    }),
  );

const cashfree: Writer = (lines, dayText) =>
  table(
    'Event ID,Event Type,Sale Type,Event Time,Event Amount,Event Settlement Amount,Settlement Date,UTR,Order ID,CF Payment ID,Payment Service Charge,Payment Service Tax',
    lines.map((line) => [
      ...[
        line.id,
        line.type.toUpperCase(),
        line.amountPaise < 0 ? 'DEBIT' : 'CREDIT',
        `${dayText(line.day, 'yyyy-mm-dd')} 10:00:00`,
      ],
      ...[
        rupees(Math.abs(line.amountPaise)),
        rupees(Math.abs(netOf(line))),
        dayText(line.settledOn, 'yyyy-mm-dd'),
        line.utr,
        line.order,
      ],
      ...[line.paymentId, rupees(line.feePaise), rupees(line.taxPaise)],
    ]),
  );

const phonepe: Writer = (lines, dayText) =>
  table(
    'PaymentType,MerchantReferenceId,PhonePeReferenceId,OriginalTransactionId,Amount,Fee,TransactionDate,SettlementDate,BankReferenceNo,IGST,CGST,SGST',
    lines.map((line) => [
      ...[
        line.type.toUpperCase(),
        line.order,
        line.id,
        line.type === 'payment' ? '' : line.paymentId,
        rupees(line.amountPaise),
      ],
      ...[
        rupees(-line.feePaise),
        dayText(line.day, 'dd-mm-yyyy'),
        dayText(line.settledOn, 'dd-mm-yyyy'),
        line.utr,
        rupees(-line.taxPaise),
        0,
        0,
      ],
    ]),
  );

const payu: Writer = (lines, dayText) =>
  table(
    'action,requestId,payuId,merchantTransactionId,bankRefNum,transactionAmount,merchantNetAmount,merchantServiceFee,merchantServiceTax,transactionDate,settlementDate,settlementId,utrNumber',
    lines.map((line) => [
      ...[
        line.type === 'payment' ? 'capture' : line.type,
        line.id,
        line.paymentId,
        line.order,
        '',
        rupees(line.amountPaise),
      ],
      ...[
        rupees(netOf(line)),
        rupees(line.feePaise),
        rupees(line.taxPaise),
        dayText(line.day, 'yyyy-mm-dd'),
        dayText(line.settledOn, 'yyyy-mm-dd'),
      ],
      ...[`payu-${line.utr}`, line.utr],
    ]),
  );

const WRITERS: readonly Writer[] = [razorpay, cashfree, phonepe, payu];

interface Entry {
  readonly day: number;
  readonly text: string;
  readonly paise: number;
}

/** The closing balance of a statement, which tells equal entries apart. */
const balanceAfter = (entries: readonly Entry[], index: number): string =>
  rupees(entries.slice(0, index + 1).reduce((sum, { paise }) => sum + paise, 100_000_000));

const hdfc = (entries: readonly Entry[], dayText: DayText): string =>
  table(
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    entries.map(({ day, text, paise }, index) => {
      const on = dayText(day, 'dd/mm/yy');
      return [
        on,
        text,
        '',
        on,
        paise < 0 ? rupees(-paise) : '',
        paise > 0 ? rupees(paise) : '',
        balanceAfter(entries, index),
      ];
    }),
  );

const icici = (entries: readonly Entry[], dayText: DayText): string =>
  table(
    'S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )',
    entries.map(({ day, text, paise }, index) => {
      const on = dayText(day, 'dd/mm/yyyy');
      return [
        index + 1,
        on,
        on,
        '',
        text,
        paise < 0 ? rupees(-paise) : '0.00',
        paise > 0 ? rupees(paise) : '0.00',
        balanceAfter(entries, index),
      ];
    }),
  );
