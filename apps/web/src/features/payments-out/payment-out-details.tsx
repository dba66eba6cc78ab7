import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PaymentOut } from '@wayside/contract/payments-out';
import { formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { AmountFact } from '../../list/amount-fact.tsx';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { payoutMethodLabel } from '../../records/payout-method.ts';
import { buttonLook } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionList, DescriptionListSkeleton, Fact } from '../../ui/description-list.tsx';
import { KIND_LABELS, Payee, TransactionId } from './payment-out-columns.tsx';
import { paymentOutQuery } from './payments-out-queries.ts';

/** The dialog of one payment out; printed, it is the slip for the payee (VIEW-09). */
export function PaymentOutDetails({ id, row, onClose }: RecordDetailsProps<PaymentOut>) {
  const query = useQuery({ ...paymentOutQuery(id), enabled: row === undefined });
  const payment = row ?? query.data;
  return (
    <RecordDialog
      title={
        payment ? `${KIND_LABELS[payment.kind].label} of ${formatExactRupees(payment.amountPaise)}` : 'Payment'
      }
      copiedId={id}
      record={payment}
      query={query}
      error={{ title: 'Error Loading Payment', message: 'Failed to load the payment' }}
      missing="There is no payment with this id."
      skeleton={<DescriptionListSkeleton label="Loading the payment" columns={[[8]]} />}
      footer={payment?.payee.id && <PayeeLink {...payment} id={payment.payee.id} />}
      onClose={onClose}
    >
      {payment && (
        <DescriptionList title={payment.kind === 'payout' ? 'Payout to a mechanic' : 'Payment of a wallet'}>
          <Fact label="Paid To">
            <Payee {...payment} isWhole />
          </Fact>
          <Fact label="Phone">
            <span className="numeric">{orNotAvailable(payment.payee.phone)}</span>
          </Fact>
          <AmountFact label="Amount" paise={payment.amountPaise} isSum />
          <Fact label="Transaction ID">
            <TransactionId {...payment} />
          </Fact>
          <Fact label="Method">{payoutMethodLabel(payment.method)}</Fact>
          <Fact label="Date and Time">{formatDateTime(payment.paidAt)}</Fact>
          <Fact label="Requested By">{orNotAvailable(payment.requestedBy)}</Fact>
          <Fact label="Payment ID">
            <CopyableId id={payment.id} shown={payment.id} />
          </Fact>
        </DescriptionList>
      )}
    </RecordDialog>
  );
}

/** Leads to the balance of a mechanic whose earnings were paid, else to the person whose wallet was. */
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
