/** A demo payment received through a gateway. */
export interface SettledPayment {
  readonly id: string;
  readonly amountPaise: number;
  readonly isRefunded: boolean;
  /** For example "2026-11-05". */
  readonly day: string;
}

/** The shortfall of one payment of yesterday, so that the demo contains a difference to explain. */
const SHORT_PAISE = 341_200;
/**
 * One in `MISSING_EVERY` payments has no report line, and one in `LESS_EVERY` has a lower amount, unless the payment
 * is too recent to be settled (T+2).
 */
const MISSING_EVERY = 131;
const LESS_EVERY = 97;
/** The settlement made this many days before the last one has no bank credit. */
const UNCREDITED_DAYS = 6;
const DAY_MS = 86_400_000;

const rupees = (paise: number): string => (paise / 100).toFixed(2);
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
const daysBefore = (day: string, last: string): number => Math.round((Date.parse(last) - Date.parse(day)) / DAY_MS);
const parts = (day: string): readonly string[] => day.split('-').toReversed();

interface ReportLine {
  readonly type: 'payment' | 'refund' | 'adjustment';
  readonly id: string;
  readonly payment: SettledPayment;
  readonly paise: number;
}

/** Returns the report line of each payment. Most lines match, a few have a lower amount, and a few are missing. */
function linesOf(payments: readonly SettledPayment[]): ReportLine[] {
  const last = payments.at(-1)?.day ?? '';
  const shortOne = payments.find(({ day, amountPaise }) => day === last && amountPaise > SHORT_PAISE);
  return payments.flatMap((payment, index) => {
    const isOld = daysBefore(payment.day, last) > 3;
    if (isOld && index % MISSING_EVERY === 60) return [];
    const less = isOld && index % LESS_EVERY === 40 ? 1_000 : 0;
    const id = payment.id.slice(-14);
    const paise = payment.amountPaise - (payment === shortOne ? SHORT_PAISE : less);
    const line: ReportLine = { type: 'payment', id: `pay_${id}`, payment, paise };
    return payment.isRefunded ? [line, { type: 'refund', id: `rfnd_${id}`, payment, paise: -paise }] : [line];
  });
}

const feeOf = ({ type, paise }: ReportLine): number => (type === 'payment' ? Math.round(paise / 50) : 0);
const taxOf = (line: ReportLine): number => Math.round(feeOf(line) * 0.18);
const netOf = (line: ReportLine): number => line.paise - feeOf(line) - taxOf(line);
const utrOf = (day: string): string => `AXISCN${day.replaceAll('-', '')}01`;

/**
 * Creates the settlement report of a gateway for payments, oldest first, and the bank statement with its settlements.
 */
export function demoSettlements(payments: readonly SettledPayment[]): {
  readonly report: string;
  readonly statement: string;
} {
  const lines = linesOf(payments);
  const report = [
    'transaction_entity,entity_id,payment_id,order_receipt,amount,currency,fee (exclusive tax),tax,debit,credit,entity_created_at,settled_at,settlement_id,settlement_utr',
    ...lines.map((line) => {
      const { type, id, payment } = line;
      const settledOn = dayAfter(payment.day);
      const net = netOf(line);
      const moved = net < 0 ? [rupees(-net), '0.00'] : ['0.00', rupees(net)];
      const ids = [
        type,
        id,
        type === 'refund' ? `pay_${payment.id.slice(-14)}` : '',
        type === 'payment' ? payment.id : '',
      ];
      const amounts = [rupees(Math.abs(line.paise)), 'INR', rupees(feeOf(line)), rupees(taxOf(line)), ...moved];
      const days = [`${parts(payment.day).join('/')} 12:00:00`, parts(settledOn).join('/')];
      return [...ids, ...amounts, ...days, `setl_${settledOn.replaceAll('-', '')}`, utrOf(settledOn)].join(',');
    }),
  ];
  return { report: report.join('\n'), statement: statementOf(lines) };
}

function statementOf(lines: readonly ReportLine[]): string {
  const nets = new Map<string, number>();
  for (const line of lines) nets.set(line.payment.day, (nets.get(line.payment.day) ?? 0) + netOf(line));
  const last = [...nets.keys()].at(-1) ?? '';
  let balance = 50_000_000;
  const entry = (day: string, narration: string, paise: number): string => {
    balance += paise;
    const [date = '', month = '', year = ''] = parts(day);
    const on = `${date}/${month}/${year.slice(2)}`;
    return [
      on,
      narration,
      '',
      on,
      paise < 0 ? rupees(-paise) : '',
      paise > 0 ? rupees(paise) : '',
      rupees(balance),
    ].join(',');
  };
  return [
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    ...[...nets].flatMap(([day, paise]) => {
      const settledOn = dayAfter(day);
      const age = daysBefore(day, last);
      return [
        ...(paise > 0 && age !== UNCREDITED_DAYS
          ? [entry(settledOn, `NEFT CR-UTIB0000001-RAZORPAY-${utrOf(settledOn)}`, paise)]
          : []),
        ...(age === 9 ? [entry(settledOn, 'OFFICE RENT', -4_500_000)] : []),
      ];
    }),
  ].join('\n');
}
