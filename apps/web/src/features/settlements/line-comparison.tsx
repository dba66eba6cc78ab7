import type { ComparedPayment, SettlementLineDetails } from '@wayside/contract/settlement-lines';
import { statedPaise } from '@wayside/contract/settlement-lines';
import type { ReactNode } from 'react';
import { t, verbatim } from '../../languages/text.ts';
import { formatColumnRupees, formatDay, formatExactRupees, toSpacedText } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { PaymentLink } from '../../list/list-columns.tsx';
import { cn } from '../../ui/cn.ts';
import { PAYMENT_STATUS_LABELS } from '../payments/payment-labels.tsx';
import { methodText, sourceText, typeText } from './settlement-labels.ts';

const MISSING_VALUE = '–';

interface Compared {
  readonly label: string;
  readonly there: ReactNode;
  readonly here: ReactNode;
  readonly differs: boolean;
}

/** Checks whether the line is a settlement without a bank credit; such a line has neither a file nor a payment. */
const isUncredited = ({ type, fileId }: SettlementLineDetails): boolean => type === 'credit' && fileId === null;

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * (move it from `type Ordered` to `orderOf`) Returns the order id with which a line could refer to a payment: the id
 * of its booking, or of the payment itself.
 */
type Ordered = Pick<ComparedPayment, 'id' | 'bookingId'>;
const orderOf = ({ id, bookingId }: Ordered, orderId: string | null): string =>
  orderId !== null && isSame(orderId, id) ? id : (bookingId ?? id);

/** Checks whether the order id of a line differs from the order of the payment. */
export const isOtherOrder = ({ orderId }: Pick<SettlementLineDetails, 'orderId'>, payment: Ordered): boolean =>
  orderId !== null && !isSame(orderId, orderOf(payment, orderId));

interface LinkedPayment extends Ordered {
  readonly amountPaise: number | null;
}

/** Returns a warning about differences between a line and the payment to link; null if there are none (RECON-03). */
export function linkWarning(line: SettlementLineDetails, payment: LinkedPayment): string | null {
  const differencePaise = line.amountPaise - (payment.amountPaise ?? 0);
  const warnings = [
    differencePaise !== 0 &&
      t(
        'The line states {lineAmount}, the payment {paymentAmount}: the difference is {difference}, and the line stays open.',
        {
          lineAmount: formatExactRupees(line.amountPaise),
          paymentAmount: formatExactRupees(payment.amountPaise),
          difference: formatExactRupees(differencePaise),
        },
      ),
    isOtherOrder(line, payment) &&
      t('The line states the order {lineOrder}, the payment {paymentOrder}.', {
        lineOrder: String(line.orderId),
        paymentOrder: orderOf(payment, line.orderId),
      }),
  ];
  return warnings.some(Boolean) ? warnings.filter(Boolean).join(' ') : null;
}

function uncreditedFields({ amountPaise, day, reference, utr }: SettlementLineDetails): readonly Compared[] {
  const fields = [
    [t('Amount'), formatColumnRupees(amountPaise)],
    [t('Settled'), formatDay(day)],
    [t('Settlement'), reference],
    ['UTR', utr],
  ] as const;
  return fields.map(([label, here]) => ({ label, there: null, here, differs: false }));
}

const statusText = (status: string): string =>
  t(lookUp(PAYMENT_STATUS_LABELS, status)?.label ?? verbatim(toSpacedText(status)));

function comparedFields(line: SettlementLineDetails): readonly Compared[] {
  const { payment, type } = line;
  const isReturn = type === 'refund' || type === 'chargeback';
  const texts = (label: string, there: string | null, here: string | null, isCompared = true): Compared => ({
    label,
    there,
    here,
    differs: isCompared && there !== null && here !== null && !isSame(there, here),
  });
  const stated = statedPaise(line);
  const dayOf = (day: string | null | undefined) => (day ? formatDay(day) : null);
  return [
    {
      label: t('Amount'),
      there: stated === null ? null : formatColumnRupees(stated),
      here: payment && formatColumnRupees(payment.amountPaise),
      differs: payment !== null && stated !== null && !isReturn && stated !== payment.amountPaise,
    },
    {
      label: t('Status'),
      there: line.fileId === null ? null : typeText(type),
      here: payment?.status ? statusText(payment.status) : null,
      differs: payment !== null && line.fileId !== null && line.expectedPaise === 0,
    },
    texts(t('Day'), dayOf(line.reportedOn), dayOf(payment?.day)),
    {
      ...texts(t('Order ID'), line.orderId, payment && orderOf(payment, line.orderId)),
      differs: payment !== null && isOtherOrder(line, payment),
    },
    texts(t('Payment ID'), line.reference, payment?.transactionId ?? null, type === 'payment'),
    texts('UTR', line.utr, null),
    texts(t('Method'), null, payment?.method ? toSpacedText(methodText(payment.method)) : null),
    texts(t('Customer'), null, payment?.customer ?? null),
  ];
}

function hereTitle(line: SettlementLineDetails): ReactNode {
  const { payment } = line;
  if (isUncredited(line)) return t('Settlement, {source}', { source: sourceText(line.source) });
  if (payment === null) return t('No payment here');
  return (
    <PaymentLink id={payment.id}>{t('Payment {id} here', { id: payment.id.slice(-6).toUpperCase() })}</PaymentLink>
  );
}

function thereTitle(line: SettlementLineDetails): string {
  if (isUncredited(line)) return t('No bank credit');
  return line.fileId === null ? t('No report') : sourceText(line.source);
}

/**
 * Shows the line and the payment side by side. A symbol and a colour highlight fields that differ; a field that is
 * empty in both is omitted.
 */
export function LineComparison({ line }: { line: SettlementLineDetails }) {
  const cell = 'py-1.5 pl-4 text-right wrap-anywhere';
  const fields = isUncredited(line) ? uncreditedFields(line) : comparedFields(line);
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{t('Report line and Wayside payment')}</caption>
      <thead className="text-xs text-ink-faint">
        <tr>
          <th scope="col" className="w-1/4 py-1.5 text-left font-medium">
            <span className="sr-only">{t('Field')}</span>
          </th>
          <th scope="col" className={cn(cell, 'font-medium')}>
            {thereTitle(line)}
          </th>
          <th scope="col" className={cn(cell, 'font-medium')}>
            {hereTitle(line)}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields
          .filter(({ there, here }) => there !== null || here !== null)
          .map(({ label, there, here, differs }) => (
            <tr key={label} className={cn('border-t border-line', differs && 'bg-warning-soft')}>
              <th scope="row" className="py-1.5 text-left font-normal text-ink-soft">
                {label}
                {differs && <span className="font-medium text-warning-text"> {t('≠ differs')}</span>}
              </th>
              {[there, here].map((shown, side) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the two sides have no other identity
                  key={side}
                  translate="no"
                  className={cn(cell, 'numeric', differs && 'font-semibold text-warning-text')}
                >
                  {shown ?? MISSING_VALUE}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
