import { type PaymentOut, type VoidableKind, voidPayment } from '@wayside/contract/payments-out';
import { ReasonForm } from '../../form/reason-form.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateMoney } from '../../lib/invalidate-money.ts';
import { personName } from '../people/person-link.tsx';

interface VoidFormProps {
  payment: PaymentOut & { kind: VoidableKind };
  onVoided: () => void;
  onClose: () => void;
}

/** Form that voids a payment returned by the bank, with a reason (PAYO-11). */
export function VoidForm({ payment, onVoided, onClose }: VoidFormProps) {
  const amount = formatExactRupees(payment.amountPaise);
  const { payee, payeeKind, transactionId } = payment;
  const name = personName({ id: payee.id ?? '', name: payee.name }, payeeKind === 'customer' ? 'user' : 'mechanic');
  return (
    <ReasonForm
      title={t('Void the payment?')}
      description={
        transactionId === null
          ? t('The bank returned this payment to {name}. {amount} becomes payable again.', { name, amount })
          : t(
              'The bank returned this payment to {name} (transaction ID {transactionId}, which cannot be used again). {amount} becomes payable again.',
              { name, transactionId, amount },
            )
      }
      submitLabel={t('Void {amount}', { amount })}
      pendingLabel={t('Voiding...')}
      send={(reason) => call(voidPayment, { params: { kind: payment.kind, id: payment.id }, body: { reason } })}
      done={({ message }) => message ?? t('{amount} is payable again', { amount })}
      failed={t('Failed to void the payment. Please try again.')}
      hint={t('The bank’s reason: “account closed”, “name differs”.')}
      reload={invalidateMoney}
      onSent={onVoided}
      onClose={onClose}
    />
  );
}
