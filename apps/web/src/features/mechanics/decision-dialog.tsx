import { decideApplication, type Mechanic } from '@wayside/contract/mechanics';
import { type KeyboardEvent, useState } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { showConfirmed } from '../../lib/shown-change.ts';
import { personName } from '../../people/person-name.ts';
import { TextArea } from '../../ui/field.tsx';
import { MECHANIC_KEYS, reloadApplications } from './mechanics-queries.ts';

/** What can be decided on an application. */
export type Verdict = 'approved' | 'rejected';

const LABELS = {
  approved: {
    verb: 'Approve',
    pending: 'Approving...',
    label: 'Remarks (optional)',
    failed: 'Failed to approve mechanic',
    tone: 'primary',
  },
  rejected: {
    verb: 'Reject',
    pending: 'Rejecting...',
    label: 'Remarks',
    failed: 'Failed to reject mechanic',
    tone: 'danger',
  },
} as const;

/** Decided or deleted by somebody else meanwhile. */
const OVERTAKEN = [404, 409];

export interface DecisionDialogProps {
  mechanic: Mechanic;
  verdict: Verdict;
  /** It is decided. */
  onDecided?: () => void;
  onClose: () => void;
}

/** The remarks step before an application is approved or rejected (MECH-08). Enter decides, as the forty a day want it. */
export function DecisionDialog({ mechanic, verdict, onDecided, onClose }: DecisionDialogProps) {
  const [isBlank, setBlank] = useState(true);
  const words = LABELS[verdict];
  const name = personName(mechanic, 'mechanic');
  const isAllowed = verdict === 'approved' || !isBlank;
  return (
    <DialogForm
      title={`${words.verb} ${name}?`}
      defaultValues={{ remarks: '' }}
      submitLabel={words.verb}
      pendingLabel={words.pending}
      tone={words.tone}
      isAllowed={isAllowed}
      save={({ remarks }) =>
        call(decideApplication, { body: { id: mechanic.id, status: verdict, remarks: remarks.trim() } })
      }
      describeFailure={(error) => {
        // What is behind this dialog shows it.
        if (error instanceof ApiError && OVERTAKEN.includes(error.status)) void reloadApplications();
        return { message: failureText(error, words.failed) };
      }}
      done={`${name} is ${verdict}`}
      onSaved={() => {
        void showConfirmed<Mechanic>(MECHANIC_KEYS, mechanic.id, { status: verdict });
        onClose();
        onDecided?.();
        void reloadApplications();
      }}
      onClose={onClose}
    >
      {({ register }) => (
        <TextArea
          label={words.label}
          rows={4}
          maxLength={2000}
          required={verdict === 'rejected'}
          hint={verdict === 'rejected' ? 'Say what has to be put right. It is kept in the history.' : undefined}
          onKeyDown={(event) => submitOnEnter(event, isAllowed)}
          {...register('remarks', { onChange: (event) => setBlank(String(event.target.value).trim() === '') })}
        />
      )}
    </DialogForm>
  );
}

/** Enter sends, with Ctrl or Cmd too; Shift+Enter is a new line. Not while an input method composes a word. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>, isAllowed: boolean): void {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (isAllowed) event.currentTarget.form?.requestSubmit();
}
