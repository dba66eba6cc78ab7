import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type PaymentOut, voidPayment } from '@wayside/contract/payments-out';
import { useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { type PaymentOutKey, paymentOutKeyText, readPaymentOutKey } from '../../lib/record-keys.ts';
import { AmountFact } from '../../list/amount-fact.tsx';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { DescriptionList, DescriptionListSkeleton, Fact } from '../../ui/description-list.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { payoutMethodLabel } from '../payouts/payout-method.ts';
import { IdFact, PhoneFact } from '../people/person-facts.tsx';
import { paymentOutQuery } from './payments-out-queries.ts';
import { KIND_LABELS, Payee, TransactionId } from './payments-out-screen.tsx';

const VoidForm = lazyPart(() => import('./void-form.tsx'), 'VoidForm');

/** The dialog of one payment out; printed, it is the slip for the payee (VIEW-09). */
export function PaymentOutDetails({ id, row, onClose }: RecordDetailsProps<PaymentOut>) {
  const key = readPaymentOutKey(id);
  const query = useQuery({ ...paymentOutQuery(key ?? NO_PAYMENT), enabled: row === undefined && key !== null });
  const payment = row ?? (key === null ? null : query.data);
  const [isVoiding, setVoiding] = useState(false);
  return (
    <RecordDialog
      title={
        payment ? `${KIND_LABELS[payment.kind].label} of ${formatExactRupees(payment.amountPaise)}` : 'Payment'
      }
      {...(key === null ? {} : { copiedId: key.id })}
      record={payment}
      query={query}
      error={{ title: 'Error Loading Payment', message: 'Failed to load the payment' }}
      missing="There is no payment with this id."
      skeleton={<DescriptionListSkeleton label="Loading the payment" columns={[[8]]} />}
      footer={
        payment && (
          <>
            {payment.kind !== 'void' && payment.voidedAt === null && (
              <Allowed to={voidPayment}>
                <Button onClick={() => setVoiding(true)}>Void payment</Button>
              </Allowed>
            )}
            {payment.payee.id && <PayeeLink {...payment} id={payment.payee.id} />}
          </>
        )
      }
      onClose={onClose}
    >
      {payment && (
        <DescriptionList title={TITLES[payment.kind]}>
          <Fact label="Paid To">
            <Payee {...payment} isWhole />
          </Fact>
          <PhoneFact phone={payment.payee.phone} />
          <AmountFact label="Amount" paise={payment.amountPaise} isSum />
          <Fact label="Transaction ID">
            <TransactionId {...payment} />
          </Fact>
          <Fact label="Method">{payoutMethodLabel(payment.method)}</Fact>
          <Fact label="Date and Time">{formatDateTime(payment.paidAt)}</Fact>
          <Fact label={payment.kind === 'void' ? 'Voided By' : 'Requested By'}>
            {orNotAvailable(payment.requestedBy)}
          </Fact>
          {payment.voidedAt !== null && payment.kind !== 'void' && (
            <Fact label="Voided">
              {formatDateTime(payment.voidedAt)} by {orNotAvailable(payment.voidedBy)}
            </Fact>
          )}
          {payment.voidReason !== null && <Fact label="Reason">{payment.voidReason}</Fact>}
          {payment.voidOf !== null && payment.voidOfKind !== null && (
            <Fact label="Voided Payment">
              <Link
                to="/payouts/history"
                search={{ payment: paymentOutKeyText({ kind: payment.voidOfKind, id: payment.voidOf }) }}
                className="link"
              >
                {payment.voidOf}
              </Link>
            </Fact>
          )}
          <IdFact label="Payment ID" id={payment.id} />
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

/** For the disabled query of an address without a kind. */
const NO_PAYMENT: PaymentOutKey = { kind: 'payout', id: '' };

const TITLES: Readonly<Record<PaymentOut['kind'], string>> = {
  payout: 'Payout to a mechanic',
  loyalty: 'Payment of a wallet',
  void: 'A payment that the bank has returned',
};

/** Links to the balance for a payout, otherwise to the person whose wallet was paid. */
function PayeeLink({ kind, payeeKind, id }: PaymentOut) {
  if (kind === 'payout')
    return (
      <Link to="/payouts" search={{ mechanic: id }} className={buttonLook()}>
        Balance and history
      </Link>
    );
  return payeeKind === 'customer' ? (
    <Link to="/users" search={{ user: id }} className={buttonLook()}>
      Customer
    </Link>
  ) : (
    <Link to="/mechanics" search={{ mechanic: id }} className={buttonLook()}>
      Mechanic
    </Link>
  );
}
