import { type PaymentOut, voidPayment } from '@wayside/contract/payments-out';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { reloadMoney } from '../../lib/reload-money.ts';
import { personName } from '../../people/person-name.ts';
import { TextArea } from '../../ui/field.tsx';

export interface VoidFormProps {
  payment: PaymentOut;
  onVoided: () => void;
  onClose: () => void;
}

/** Voids a payment that the bank has returned, with a reason (PAYO-11). */
export function VoidForm({ payment, onVoided, onClose }: VoidFormProps) {
  const amount = formatExactRupees(payment.amountPaise);
  const { payee, payeeKind, transactionId } = payment;
  const name = personName({ id: payee.id ?? '', name: payee.name }, payeeKind === 'customer' ? 'user' : 'mechanic');
  const under = transactionId === null ? '' : `, transaction ID ${transactionId}`;
  return (
    <DialogForm
      title="Void the payment?"
      description={`The bank has returned ${amount} to ${name}${under}. The amount is owed again, and the transaction ID stays used.`}
      defaultValues={{ reason: '' }}
      submitLabel={`Void ${amount}`}
      tone="danger"
      pendingLabel="Voiding..."
      save={({ reason }) => call(voidPayment, { params: { id: payment.id }, body: { reason } })}
      done={({ message }) => message ?? `${amount} is owed again`}
      describeFailure={(error) => {
        void reloadMoney();
        return { message: failureText(error, 'Failed to void the payment. Please try again.') };
      }}
      onSaved={() => {
        onVoided();
        void reloadMoney();
      }}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          required
          hint="What the bank says: “account closed”, “name differs”."
          error={errors.reason?.message}
          {...register('reason', FILLED)}
        />
      )}
    </DialogForm>
  );
}
