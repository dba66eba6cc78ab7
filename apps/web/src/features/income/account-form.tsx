import {
  MAX_ACCOUNT_CODE,
  MAX_ACCOUNT_NAME,
  type StoredAccount,
  updateAccount,
} from '@wayside/contract/income-accounts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText, fieldErrors } from '../../lib/api-error.ts';
import { changedFields, versionOf } from '../../lib/changed-fields.ts';
import { ACCOUNT_KEYS } from './income-queries.ts';

interface AccountFormProps {
  account: StoredAccount;
  description: string;
  onSaved: () => void;
  onClose: () => void;
}

const toFormValues = ({ code, name }: StoredAccount) => ({ code, name });
const editedFields = () =>
  ({ code: { key: 'code', label: t('Code') }, name: { key: 'name', label: t('Name') } }) as const;

/** Changes the code and the name of an account (CLOS-02, EDIT-01). */
export function AccountForm({ account, description, onSaved, onClose }: AccountFormProps) {
  return (
    <DialogForm
      title={t('Edit Account')}
      description={description}
      submitLabel={t('Save account')}
      pendingLabel={t('Saving...')}
      done={t('Account saved')}
      defaultValues={toFormValues(account)}
      edited={{
        record: account,
        noun: t('account'),
        entity: 'ledger_account',
        toFormValues,
        fields: editedFields(),
        keys: ACCOUNT_KEYS,
      }}
      normalize={({ code, name }) => ({ code: code.trim(), name: name.trim() })}
      save={(typed, stored) =>
        call(updateAccount, {
          params: { id: account.id },
          body: changedFields(typed, toFormValues(stored ?? account)),
          ifMatch: versionOf(stored ?? account),
        })
      }
      describeFailure={(error) => ({
        message: failureText(error, t('Failed to save the account')),
        fields: fieldErrors({ code: '' }, error).map(({ message }) => ({ name: 'code' as const, message })),
      })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField
            name="code"
            control={control}
            required
            label={t('Code *')}
            autoComplete="off"
            maxLength={MAX_ACCOUNT_CODE}
          />
          <TextField
            name="name"
            control={control}
            required
            label={t('Name *')}
            autoComplete="off"
            maxLength={MAX_ACCOUNT_NAME}
          />
        </>
      )}
    </DialogForm>
  );
}
