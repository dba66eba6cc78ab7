/**
 * A month of payments, with the matching reports from four gateways and statements from two banks. Amounts are in
 * paise; days are numbered from 0.
 */

export const GATEWAYS = ['razorpay', 'cashfree', 'phonepe', 'payu'] as const;
const BANKS = ['hdfc-statement', 'icici-statement'] as const;
export const DAYS = 30;
const PAYMENTS_OF_DAY = 3;
/** The number of days in each report and statement. */
const DAYS_OF_FILE = 8;

/** Cases assigned to payments in turn. The case `right` has no error. */
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
  /** Whether the payment arrives only after half of the files. */
  readonly isLate: boolean;
  /** The payment's amount after half of the files. */
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
  /** Negative for a deduction. */
  readonly amountPaise: number;
  readonly feePaise: number;
  readonly taxPaise: number;
  /** The day of the line; `settledOn` is the day of its settlement. */
  readonly day: number;
  readonly settledOn: number;
  readonly utr: string;
}

/** The expected result of the month, computed only from the table in docs/money.md. */
export interface MonthOutcome {
  readonly expectedPaise: number;
  readonly settledPaise: number;
  readonly openPaise: number;
  /** The sum of payments that reports name but Wayside does not know. */
  readonly unknownPaise: number;
  /** The number of open lines by state. */
  readonly open: Readonly<Record<string, number>>;
  readonly settlements: Readonly<Record<string, number>>;
}

const rupees = (paise: number): string => (paise / 100).toFixed(2);
const hex = (index: number): string => `65fb${index.toString(16).padStart(20, '0')}`;

interface Credit {
  readonly bank: number;
  readonly day: number;
  readonly text: string;
  readonly paise: number;
}

/** Returns a day that is `count` days later, but still within the month. */
const later = (day: number, count: number): number => Math.min(day + count, DAYS - 1);

/** Collects payments, report lines and the expected sums. */
class Month {
  readonly payments: MonthPayment[] = [];
  readonly lines: { readonly gateway: number; readonly first: Line; readonly line: Line }[] = [];
  readonly open: Record<string, number> = { amount_differs: 0, missing_here: 0, missing_there: 0, duplicate: 0 };
  readonly settlements: Record<string, number> = { matched: 0, amount_differs: 0, missing_there: 0 };
  readonly sums = { expectedPaise: 0, settledPaise: 0, openPaise: 0, unknownPaise: 0 };

  /** Adds a payment by its number, and the report lines about it. */
  addPayment(index: number): void {
    const gateway = index % GATEWAYS.length;
    const day = Math.floor(index / (GATEWAYS.length * PAYMENTS_OF_DAY));
    const found = CASES[index % CASES.length] ?? 'right';
    const id = hex(index);
    const paymentId = `pay_${gateway}_${index}`;
    const amountPaise = 100_001 + ((index * 7919) % 90_000);
    const linePaise = found === 'short' ? amountPaise - 3_412 : amountPaise;
    if (found !== 'missing here') {
      this.sums.expectedPaise += amountPaise;
      this.payments.push({
        ...{
          id,
          day,
          amountPaise: found === 'changed here' ? amountPaise - 101 : amountPaise,
          latePaise: amountPaise,
        },
        ...{ isLate: found === 'late here', transactionId: found === 'by order' ? null : paymentId },
      });
    }
    if (found === 'missing there') this.#count('missing_there', amountPaise);
    else {
      const feePaise = Math.round(linePaise / 50);
      this.#addLines(found, gateway, {
        ...{ type: 'payment', id: paymentId, paymentId, order: found === 'by order' ? id : '', day },
        ...{ amountPaise: linePaise, feePaise, taxPaise: Math.round(feePaise * 0.18) },
      });
      this.sums[found === 'missing here' ? 'unknownPaise' : 'settledPaise'] += linePaise;
    }
    if (found === 'missing here') this.#count('missing_here');
    if (found === 'short') this.#count('amount_differs', amountPaise - linePaise);
    if (found === 'refunded twice') this.#count('amount_differs');
    if (found === 'corrected' && isCorrected(gateway, later(day, 1))) this.#count('duplicate');
  }

  #count(state: string, openPaise = 0): void {
    this.open[state] = (this.open[state] ?? 0) + 1;
    this.sums.openPaise += openPaise;
  }

  #addLines(found: string, gateway: number, line: NewLine): void {
    this.#add(gateway, line, found === 'corrected' ? line.amountPaise - 50 : line.amountPaise);
    const other = (kind: string, type: Line['type'], amountPaise: number, days: number) =>
      this.#add(gateway, {
        ...{ ...line, type, id: `${kind}_${line.paymentId}`, order: '', feePaise: 0, taxPaise: 0, amountPaise },
        day: later(line.day, days),
      });
    if (found === 'part refunded') other('rfnd', 'refund', -12_345, 2);
    if (found === 'refunded twice')
      for (const count of [1, 3]) other(`rfnd${count}`, 'refund', -line.amountPaise, count);
    if (found.startsWith('dispute')) other('disp', 'chargeback', -line.amountPaise, 4);
    if (found === 'dispute won') other('won', 'chargeback', line.amountPaise, 9);
  }

  #add(gateway: number, line: NewLine, firstPaise = line.amountPaise): void {
    const settledOn = later(line.day, 1);
    const placed = { ...line, settledOn, utr: `AXISCN${gateway}${String(settledOn).padStart(9, '0')}` };
    this.lines.push({ gateway, line: placed, first: { ...placed, amountPaise: firstPaise } });
  }

  /** Returns the bank credit for a gateway's settlement of a day; empty if there is none. */
  creditOf(gateway: number, day: number): Credit[] {
    const settled = this.lines.flatMap(({ gateway: of, line }) =>
      of === gateway && line.settledOn === day ? [line] : [],
    );
    const [first] = settled;
    if (first === undefined) return [];
    const net = settled.reduce((sum, line) => sum + netOf(line), 0);
    const isUncredited = gateway === 0 && day === 3;
    const isShort = gateway === 1 && day === 5;
    // A negative settlement is debited from the account, so it has no credit.
    const credited = isShort ? 'amount_differs' : 'matched';
    const state = net <= 0 || isUncredited ? 'missing_there' : credited;
    this.settlements[state] = (this.settlements[state] ?? 0) + 1;
    if (isUncredited || isShort) this.#count(state);
    if (state === 'missing_there') return [];
    // One credit arrives at the end of the month.
    const creditedOn = gateway === 2 && day === 7 ? DAYS - 1 : day;
    return [
      {
        bank: gateway % 2,
        day: creditedOn,
        text: `NEFT CR-${first.utr}-GATEWAY`,
        paise: isShort ? net - 250 : net,
      },
    ];
  }

  /** Returns entries of a bank account that are not settlements. */
  otherEntriesOf(bank: number): Credit[] {
    this.#count('missing_here');
    return [
      { bank, day: 11, text: 'RENT', paise: -2_500_000 },
      { bank, day: 12, text: 'CAPITAL', paise: 1_000_000 },
    ];
  }
}

type NewLine = Omit<Line, 'settledOn' | 'utr'>;

/** @param dayText formats a day of the month by a pattern such as "dd/mm/yyyy" */
export function settlementMonth(dayText: DayText) {
  const month = new Month();
  for (let index = 0; index < DAYS * GATEWAYS.length * PAYMENTS_OF_DAY; index += 1) month.addPayment(index);
  const starts = Array.from({ length: Math.ceil(DAYS / DAYS_OF_FILE) }, (_, index) => index * DAYS_OF_FILE);
  const reports = [...GATEWAYS.keys()].flatMap((gateway) =>
    starts.flatMap((start) => reportsOf(month, gateway, start, dayText)),
  );
  const credits = [
    ...[...GATEWAYS.keys()].flatMap((gateway) =>
      Array.from({ length: DAYS }, (_, day) => month.creditOf(gateway, day)).flat(),
    ),
    ...[...BANKS.keys()].flatMap((bank) => month.otherEntriesOf(bank)),
  ];
  const statements = [...BANKS.entries()].flatMap(([bank, profile]) =>
    starts.map((start) => {
      const of = credits.filter(
        (each) => each.bank === bank && each.day >= start && each.day < start + DAYS_OF_FILE,
      );
      return {
        profile,
        name: `${profile}-${start}.csv`,
        content: bank === 0 ? hdfc(of, dayText) : icici(of, dayText),
      };
    }),
  );
  const outcome: MonthOutcome = { ...month.sums, open: month.open, settlements: month.settlements };
  return { payments: month.payments, files: shuffled<MonthFile>([...reports, ...statements]), outcome };
}

/**
 * Returns a gateway's reports from a start day: one report, or a wrong one and its correction. One period also has a
 * second report that repeats these days and adds the following ones.
 */
function reportsOf({ lines }: Month, gateway: number, start: number, dayText: DayText): MonthFile[] {
  const profile = GATEWAYS[gateway] ?? '';
  const report = (kind: string, version: 'first' | 'line', days = DAYS_OF_FILE): MonthFile => {
    const own = lines.filter((each) => each.gateway === gateway).map((each) => each[version]);
    const within = own.filter(({ settledOn }) => settledOn >= start && settledOn < start + days);
    return { profile, name: `${profile}-${start}-${kind}.csv`, content: WRITERS[gateway]?.(within, dayText) ?? '' };
  };
  return [
    ...(isCorrected(gateway, start)
      ? [report('first', 'first'), report('corrected', 'line')]
      : [report('report', 'line')]),
    ...(start === 2 * DAYS_OF_FILE ? [report('again', 'line', 2 * DAYS_OF_FILE)] : []),
  ];
}

/** Checks whether the first report is wrong, as it is for one period of the first two gateways. */
const isCorrected = (gateway: number, day: number): boolean => gateway < 2 && Math.floor(day / DAYS_OF_FILE) === 1;

/** Reorders the files in a way that is the same each time. */
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

/** Returns the type of a line as written in the file; a chargeback that is paid back has a word of its own. */
const reversalOf = ({ type, amountPaise }: Line, word: string): string =>
  type === 'chargeback' && amountPaise > 0 ? word : type;

const phonepe: Writer = (lines, dayText) =>
  table(
    'PaymentType,MerchantReferenceId,PhonePeReferenceId,OriginalTransactionId,Amount,Fee,TransactionDate,SettlementDate,BankReferenceNo,IGST,CGST,SGST',
    lines.map((line) => [
      ...[
        reversalOf(line, 'CHARGEBACK_REVERSAL').toUpperCase(),
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
        line.type === 'payment' ? 'capture' : reversalOf(line, 'chargebackReversal'),
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

/** Returns the closing balance of a statement, which distinguishes equal entries. */
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
