import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type PaymentOut, voidPayment } from '@wayside/contract/payments-out';
import { useState } from 'react';
import { type Message, msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { type PaymentOutKey, paymentOutKeyText, readPaymentOutKey } from '../../lib/record-keys.ts';
import { AmountItem } from '../../list/amount-item.tsx';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList, DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { payoutMethodLabel } from '../payouts/payout-method.ts';
import { IdItem, PhoneItem } from '../people/person-items.tsx';
import { Payee, TransactionId } from './payment-out-cells.tsx';
import { paymentOutQuery } from './payments-out-queries.ts';

const VoidForm = lazyPart(() => import('./void-form.tsx'), 'VoidForm');

/** Details of a payment to a payee; when printed, the payee's slip (VIEW-09). */
export function PaymentOutDetails({ id, row, onClose }: RecordDetailsProps<PaymentOut>) {
  const key = readPaymentOutKey(id);
  const query = useQuery({
    ...paymentOutQuery(key ?? PLACEHOLDER_KEY),
    enabled: row === undefined && key !== null,
  });
  const payment = row ?? (key === null ? null : query.data);
  const [isVoiding, setVoiding] = useState(false);
  return (
    <RecordDialog
      title={payment ? t(HEADINGS[payment.kind], { amount: formatExactRupees(payment.amountPaise) }) : t('Payment')}
      {...(key === null ? {} : { copiedId: key.id })}
      record={payment}
      query={query}
      error={{ title: t('Error Loading Payment'), message: t('Failed to load the payment') }}
      missing={t('There is no payment with this id.')}
      skeleton={<DescriptionListSkeleton label={t('Loading the payment')} columns={[[8]]} />}
      footer={
        payment && (
          <>
            {payment.kind !== 'void' && payment.voidedAt === null && (
              <Allowed to={voidPayment}>
                <Button onClick={() => setVoiding(true)}>{t('Void payment')}</Button>
              </Allowed>
            )}
            {payment.payee.id && <PayeeLink {...payment} id={payment.payee.id} />}
          </>
        )
      }
      onClose={onClose}
    >
      {payment && (
        <DescriptionList title={t(TITLES[payment.kind])}>
          <DescriptionItem label={t('Paid To')}>
            <Payee {...payment} isWhole />
          </DescriptionItem>
          <PhoneItem phone={payment.payee.phone} />
          <AmountItem label={t('Amount')} paise={payment.amountPaise} isSum />
          <DescriptionItem label={t('Transaction ID')}>
            <TransactionId {...payment} />
          </DescriptionItem>
          <DescriptionItem label={t('Method')}>{payoutMethodLabel(payment.method)}</DescriptionItem>
          <DescriptionItem label={t('Date and Time')}>{formatDateTime(payment.paidAt)}</DescriptionItem>
          <DescriptionItem label={payment.kind === 'void' ? t('Voided By') : t('Requested By')}>
            {orNotAvailable(payment.requestedBy)}
          </DescriptionItem>
          {payment.voidedAt !== null && payment.kind !== 'void' && (
            <DescriptionItem label={t('Voided')}>
              {t('{date} by {person}', {
                date: formatDateTime(payment.voidedAt),
                person: orNotAvailable(payment.voidedBy),
              })}
            </DescriptionItem>
          )}
          {payment.voidReason !== null && (
            <DescriptionItem label={t('Reason')}>{payment.voidReason}</DescriptionItem>
          )}
          {payment.voidOf !== null && payment.voidOfKind !== null && (
            <DescriptionItem label={t('Voided Payment')}>
              <Link
                to="/payouts/history"
                search={{ payment: paymentOutKeyText({ kind: payment.voidOfKind, id: payment.voidOf }) }}
                className="link"
              >
                {payment.voidOf}
              </Link>
            </DescriptionItem>
          )}
          <IdItem label={t('Payment ID')} id={payment.id} />
        </DescriptionList>
      )}
      {payment && payment.kind !== 'void' && isVoiding && (
        <VoidForm
          payment={{ ...payment, kind: payment.kind }}
          onVoided={() => {
            setVoiding(false);
            onClose();
          }}
          onClose={() => setVoiding(false)}
        />
      )}
    </RecordDialog>
  );
}

/** Placeholder key for the disabled query if the URL contains no kind. */
const PLACEHOLDER_KEY: PaymentOutKey = { kind: 'payout', id: '' };

const HEADINGS: Readonly<Record<PaymentOut['kind'], Message>> = {
  payout: msg('Payout of {amount}'),
  loyalty: msg('Loyalty of {amount}'),
  void: msg('Void of {amount}'),
};

const TITLES: Readonly<Record<PaymentOut['kind'], Message>> = {
  payout: msg('Payout to a mechanic'),
  loyalty: msg('Wallet payout'),
  void: msg('A payment that the bank has returned'),
};

/** Links to the mechanic's balance for a payout, otherwise to the person whose wallet was paid. */
function PayeeLink({ kind, payeeKind, id }: PaymentOut) {
  if (kind === 'payout')
    return (
      <Link to="/payouts" search={{ mechanic: id }} className={buttonClassName()}>
        {t('Balance and history')}
      </Link>
    );
  return payeeKind === 'customer' ? (
    <Link to="/users" search={{ user: id }} className={buttonClassName()}>
      {t('Customer')}
    </Link>
  ) : (
    <Link to="/mechanics" search={{ mechanic: id }} className={buttonClassName()}>
      {t('Mechanic')}
    </Link>
  );
}
