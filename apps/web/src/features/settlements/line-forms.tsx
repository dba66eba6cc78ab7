import { getPayment } from '@wayside/contract/payments';
import {
  linkSettlementLine,
  resolveSettlementLines,
  type SettlementLineDetails,
  splitSettlementLine,
  updateSettlementLine,
} from '@wayside/contract/settlement-lines';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '../../form/fields.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatExactRupees } from '../../lib/format.ts';
import { isRecordId } from '../../lib/record-keys.ts';
import { lineTitle } from './settlement-labels.ts';
import { invalidateSettlements } from './settlements-queries.ts';

const MAX_NOTE_LENGTH = 500;

const describeFailure = (error: unknown) => {
  void invalidateSettlements();
  return { message: failureText(error, 'Nothing was changed. Please try again.') };
};

const RESOLUTIONS = [
  { value: 'written_off', label: 'Write off' },
  { value: 'ignored', label: 'Ignore' },
] as const;

interface ResolveFormProps {
  ids: readonly string[];
  onResolved: () => void;
  onClose: () => void;
}

/** Writes off or ignores lines for one reason (RECON-03). */
export function ResolveForm({ ids, onResolved, onClose }: ResolveFormProps) {
  const subject = ids.length === 1 ? 'this line' : `${formatCount(ids.length)} lines`;
  return (
    <DialogForm
      title={`Resolve ${subject}`}
      description="A write-off above the limit of a day waits for somebody else. Duplicates, and bank credits without a payment, can be ignored."
      defaultValues={{ resolution: 'written_off' as 'written_off' | 'ignored', reason: '' }}
      submitLabel="Resolve"
      pendingLabel="Resolving..."
      save={({ resolution, reason }) =>
        call(resolveSettlementLines, { body: { ids: [...ids], resolution, reason } })
      }
      done={({ message }) => message}
      describeFailure={describeFailure}
      onSaved={() => {
        onResolved();
        onClose();
        void invalidateSettlements();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <SelectField name="resolution" control={control} label="Resolution" options={RESOLUTIONS} />
          <TextArea name="reason" control={control} label="Reason" rows={3} maxLength={MAX_NOTE_LENGTH} required />
        </>
      )}
    </DialogForm>
  );
}

interface LineFormProps {
  line: SettlementLineDetails;
  onClose: () => void;
}

/** Changes the note of an exception. */
export function NoteForm({ line, onClose }: LineFormProps) {
  return (
    <DialogForm
      title="Note"
      description={lineTitle(line)}
      defaultValues={{ note: line.note ?? '' }}
      submitLabel="Save"
      pendingLabel="Saving..."
      save={({ note }) =>
        call(updateSettlementLine, { params: { id: line.id }, body: { ownerId: line.ownerId, note: note || null } })
      }
      done="Note saved"
      describeFailure={describeFailure}
      onSaved={() => {
        onClose();
        void invalidateSettlements();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <TextArea name="note" control={control} label="Note" rows={4} maxLength={MAX_NOTE_LENGTH} />
      )}
    </DialogForm>
  );
}

const idsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** The payments with their amounts, which a split needs. */
async function partsOf(ids: readonly string[]) {
  const payments = await Promise.all(ids.map((id) => call(getPayment, { params: { id } })));
  return payments.map(({ record }) => ({ paymentId: record.id, amountPaise: record.amountPaise ?? 0 }));
}

/** Links a line to one payment, or splits it among several (RECON-03). */
export function LinkForm({ line, isSplit, onClose }: LineFormProps & { isSplit: boolean }) {
  const params = { id: line.id };
  const send = async (ids: readonly string[]) =>
    isSplit
      ? call(splitSettlementLine, { params, body: { parts: await partsOf(ids) } })
      : call(linkSettlementLine, { params, body: { paymentId: ids[0] ?? '' } });
  const checkIds = (text: string) => {
    const ids = idsIn(text);
    if (!ids.every(isRecordId)) return 'An ID has 24 digits and letters a to f';
    return (isSplit ? ids.length > 1 : ids.length === 1) || (isSplit ? 'Two or more IDs' : 'One ID');
  };
  return (
    <DialogForm
      title={isSplit ? 'Split among payments' : 'Link to a payment'}
      description={
        isSplit
          ? `The amounts of the payments must add up to ${formatExactRupees(line.amountPaise)}.`
          : `${lineTitle(line)}. Another amount leaves the line open.`
      }
      defaultValues={{ ids: '' }}
      submitLabel={isSplit ? 'Split' : 'Link'}
      pendingLabel={isSplit ? 'Splitting...' : 'Linking...'}
      save={({ ids }) => send(idsIn(ids))}
      done={({ message }) => message ?? (isSplit ? 'Split.' : 'Linked.')}
      describeFailure={describeFailure}
      onSaved={() => {
        onClose();
        void invalidateSettlements();
      }}
      onClose={onClose}
    >
      {({ control }) =>
        isSplit ? (
          <TextArea
            name="ids"
            control={control}
            label="Payment IDs, one a line"
            rows={4}
            rules={{ validate: checkIds }}
            required
          />
        ) : (
          <TextField
            name="ids"
            control={control}
            label="Payment ID"
            autoComplete="off"
            rules={{ validate: checkIds }}
            required
          />
        )
      }
    </DialogForm>
  );
}
