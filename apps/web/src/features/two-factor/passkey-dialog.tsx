import { MAX_PASSKEY_NAME_LENGTH } from '@wayside/contract/two-factor';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { makePasskey, passkeyFailure } from '../../lib/passkeys.ts';
import { sendPasskey, sendPasskeyStart } from './two-factor-queries.ts';

export interface PasskeyDialogProps {
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'];
const REFUSED = 'No passkey was made: it was cancelled, or took too long. Try again.';

const deviceName = () => DEVICES.find((name) => navigator.userAgent.includes(name)) ?? 'Passkey';

/** Adds a passkey under a name (TEAM-04). */
export function PasskeyDialog({ onDone, onClose }: PasskeyDialogProps) {
  return (
    <DialogForm
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face, screen lock or security key."
      submitLabel="Continue"
      pendingLabel="Waiting for the passkey..."
      done="Passkey added"
      defaultValues={{ name: deviceName() }}
      save={async ({ name }) => {
        const { options } = await sendPasskeyStart();
        const response = await makePasskey(options);
        return sendPasskey({ name, response });
      }}
      describeFailure={(error) => ({
        message:
          error instanceof ApiError
            ? failureText(error, 'The passkey could not be added')
            : passkeyFailure(error, REFUSED),
      })}
      onSaved={({ recoveryCodes }) => onDone(recoveryCodes)}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField
          name="name"
          control={control}
          required
          label="Name"
          hint="The device or the key, so that you know it among others."
          maxLength={MAX_PASSKEY_NAME_LENGTH}
        />
      )}
    </DialogForm>
  );
}
