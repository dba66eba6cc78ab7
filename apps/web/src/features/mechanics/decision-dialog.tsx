import { decideApplication, type Mechanic } from '@wayside/contract/mechanics';
import { type KeyboardEvent, useState } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { showConfirmed } from '../../lib/shown-change.ts';
import { personName } from '../../people/person-name.ts';
import { TextArea } from '../../ui/field.tsx';
import { MECHANIC_KEYS, reloadApplications } from './mechanics-queries.ts';

/** The decision on an application. */
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

/** The statuses of an application that another administrator has decided or deleted. */
const OVERTAKEN = [404, 409];

export interface DecisionDialogProps {
  mechanic: Mechanic;
  verdict: Verdict;
  onClose: () => void;
}

/** Asks for remarks before an application is approved or rejected (MECH-08). */
export function DecisionDialog({ mechanic, verdict, onClose }: DecisionDialogProps) {
  const [isBlank, setBlank] = useState(true);
  const labels = LABELS[verdict];
  const name = personName(mechanic, 'mechanic');
  const isAllowed = verdict === 'approved' || !isBlank;
  return (
    <DialogForm
      title={`${labels.verb} ${name}?`}
      defaultValues={{ remarks: '' }}
      submitLabel={labels.verb}
      pendingLabel={labels.pending}
      tone={labels.tone}
      isAllowed={isAllowed}
      save={({ remarks }) =>
        call(decideApplication, { body: { id: mechanic.id, status: verdict, remarks: remarks.trim() } })
      }
      describeFailure={(error) => {
        // The screen behind this dialog shows the new state.
        if (error instanceof ApiError && OVERTAKEN.includes(error.status)) void reloadApplications();
        return { message: failureText(error, labels.failed) };
      }}
      done={`${name} is ${verdict}`}
      onSaved={() => {
        void showConfirmed<Mechanic>(MECHANIC_KEYS, mechanic.id, { status: verdict });
        onClose();
        void reloadApplications();
      }}
      onClose={onClose}
    >
      {({ register }) => (
        <TextArea
          label={labels.label}
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

/** Submits on Enter, also with Ctrl or Cmd; Shift+Enter is a new line. An input method may use Enter itself. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>, isAllowed: boolean): void {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (isAllowed) event.currentTarget.form?.requestSubmit();
}
