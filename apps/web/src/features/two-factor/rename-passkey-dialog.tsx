import { MAX_PASSKEY_NAME_LENGTH, type Passkey } from '@wayside/contract/two-factor';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { failureText } from '../../lib/api-error.ts';
import { sendPasskeyName } from './two-factor-queries.ts';

export interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onDone: () => void;
  onClose: () => void;
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onDone, onClose }: RenamePasskeyDialogProps) {
  return (
    <DialogForm
      title={`Rename ${passkey.name}`}
      submitLabel="Save"
      pendingLabel="Saving..."
      done="Passkey renamed"
      defaultValues={{ name: passkey.name }}
      save={({ name }) => sendPasskeyName(passkey.id, name)}
      describeFailure={(error) => ({ message: failureText(error, 'Failed to rename the passkey') })}
      onSaved={onDone}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField name="name" control={control} required label="Name" maxLength={MAX_PASSKEY_NAME_LENGTH} />
      )}
    </DialogForm>
  );
}
