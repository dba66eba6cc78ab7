import type { RoadsideTargets } from '@wayside/contract/roadside';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { failureText } from '../../lib/api-error.ts';
import { targetSecondsOf, targetText } from './emergency-labels.ts';
import { sendTargets } from './roadside-queries.ts';

const FIELDS = [
  ['claimSeconds', 'Claimed within'],
  ['assignSeconds', 'Assigned within'],
  ['arriveSeconds', 'On site within'],
] as const;

const VALID = {
  validate: (typed: string) =>
    targetSecondsOf(typed) !== null || 'Minutes and seconds, such as 1:30; 24 hours at most.',
};

/** Sets how long an emergency may be new, claimed and assigned (ROAD-01). */
export function TargetsForm({ targets, onClose }: { targets: RoadsideTargets; onClose: () => void }) {
  return (
    <DialogForm
      title="Targets"
      description="For everybody, from now on. Emergencies over their target come first and in colour."
      defaultValues={{
        claimSeconds: targetText(targets.claimSeconds),
        assignSeconds: targetText(targets.assignSeconds),
        arriveSeconds: targetText(targets.arriveSeconds),
      }}
      submitLabel="Save"
      pendingLabel="Saving..."
      save={(typed) =>
        sendTargets({
          claimSeconds: targetSecondsOf(typed.claimSeconds) ?? targets.claimSeconds,
          assignSeconds: targetSecondsOf(typed.assignSeconds) ?? targets.assignSeconds,
          arriveSeconds: targetSecondsOf(typed.arriveSeconds) ?? targets.arriveSeconds,
        })
      }
      done="Targets saved"
      describeFailure={(error) => ({ message: failureText(error, 'Nothing was saved. Please try again.') })}
      onSaved={onClose}
      onClose={onClose}
    >
      {({ control }) =>
        FIELDS.map(([name, label]) => (
          <TextField
            name={name}
            control={control}
            rules={VALID}
            key={name}
            label={label}
            hint="Minutes and seconds"
            inputMode="text"
            autoComplete="off"
            required
          />
        ))
      }
    </DialogForm>
  );
}
