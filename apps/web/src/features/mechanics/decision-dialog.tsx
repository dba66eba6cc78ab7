import type { Decision, Mechanic } from '@wayside/contract/mechanics';
import { type KeyboardEvent, useState } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextArea } from '../../form/fields.tsx';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { showConfirmed } from '../../lib/shown-change.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import {
  approvalWarnings,
  DECISION_LABELS,
  missingDocuments,
  nameOfApplicant,
  needsRemarks,
} from './decision-labels.ts';
import { invalidateApplications, sendDecision } from './mechanics-queries.ts';
import { ReviewReasons } from './review-reasons.tsx';
import { failureOf, typedRemarks } from './unsent-decisions.ts';

/** The statuses of an application that another administrator has decided or deleted. */
const OVERTAKEN = [404, 409];

export interface DecisionDialogProps {
  mechanic: Mechanic;
  decision: Decision;
  /** Takes the decision instead of making its call now (WORK-05). */
  onDecided?: ((remarks: string) => void) | undefined;
  onClose: () => void;
}

/** Asks for remarks before a decision on an application (MECH-08); before an approval it warns of what is missing (WORK-05). */
export function DecisionDialog({ mechanic, decision, onDecided, onClose }: DecisionDialogProps) {
  const labels = DECISION_LABELS[decision];
  const name = nameOfApplicant(mechanic);
  const [savedRemarks] = useState(() => typedRemarks(mechanic.id, decision));
  const [isBlank, setBlank] = useState(savedRemarks.trim() === '');
  const isAllowed = !needsRemarks(decision) || !isBlank;
  const failure = failureOf(mechanic.id, decision);
  const warnings = decision === 'approved' && isOwnServer() ? approvalWarnings(mechanic) : [];
  return (
    <DialogForm
      title={labels.title(name)}
      defaultValues={{ remarks: savedRemarks }}
      submitLabel={warnings.length > 0 ? `${labels.verb} anyway` : labels.verb}
      pendingLabel={labels.pending}
      tone={labels.tone}
      isAllowed={isAllowed}
      save={async ({ remarks }) => {
        const typed = remarks.trim();
        if (onDecided) onDecided(typed);
        else await sendDecision({ id: mechanic.id, status: decision, remarks: typed });
      }}
      describeFailure={(error) => {
        // The screen behind this dialog shows the new state.
        if (error instanceof ApiError && OVERTAKEN.includes(error.status)) void invalidateApplications();
        return { message: failureText(error, labels.failed) };
      }}
      done={onDecided ? null : labels.done(name)}
      onSaved={() => {
        if (onDecided) return;
        void showConfirmed<Mechanic>(MECHANIC_KEYS, mechanic.id, { status: decision });
        onClose();
        void invalidateApplications();
      }}
      onClose={onClose}
    >
      {({ control, watch, setValue }) => {
        const change = (remarks: string) => {
          setValue('remarks', remarks, { shouldDirty: true });
          setBlank(remarks.trim() === '');
        };
        return (
          <>
            <FailureText>{failure}</FailureText>
            {warnings.length > 0 && (
              <p className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">{warnings.join(' ')}</p>
            )}
            {needsRemarks(decision) && isOwnServer() && (
              <ReviewReasons
                text={watch('remarks')}
                onChange={change}
                missing={missingDocuments(mechanic)}
                isFirst={savedRemarks === ''}
              />
            )}
            <TextArea
              name="remarks"
              control={control}
              rules={{
                onChange: (event) => setBlank(String(event.target.value).trim() === ''),
              }}
              label={labels.remarks}
              rows={4}
              maxLength={2000}
              required={needsRemarks(decision)}
              hint={isOwnServer() ? labels.hint : undefined}
              onKeyDown={(event) => submitOnEnter(event, isAllowed)}
            />
          </>
        );
      }}
    </DialogForm>
  );
}

/** Submits on Enter, also with Ctrl or Cmd; Shift+Enter is a new line. An input method may use Enter itself. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>, isAllowed: boolean): void {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (isAllowed) event.currentTarget.form?.requestSubmit();
}
