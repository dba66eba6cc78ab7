import { COLLECTIONS } from '@wayside/contract/collections';
import type { ServiceKeyScope } from '@wayside/contract/service-keys';
import { READ_SCOPES } from '@wayside/contract/wire/permissions';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { failureText } from '../../lib/api-error.ts';
import { CheckboxGroup } from '../../ui/field.tsx';
import { sendServiceKey } from './integrations-queries.ts';

export interface KeyFormProps {
  /** The name of a key that the new one replaces. */
  name: string;
  scopes: readonly string[];
  onCreated: (key: string, name: string) => void;
  onClose: () => void;
}

const ENDS = [
  { value: '', label: 'No end' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];
const RECORDS = [...COLLECTIONS, 'calls'].map((value) => ({ value, label: value }));
/** `users` can also be sent, so that the verb is a part of the name. */
const READS = ['changes', ...READ_SCOPES].map((value) => ({ value, label: `Read ${value.replace('read:', '')}` }));

/** Makes a service key (SYNC-06). */
export function KeyForm({ name, scopes, onCreated, onClose }: KeyFormProps) {
  return (
    <DialogForm
      title="Create a service key"
      description="A program of the marketplace sends it as a bearer token."
      size="md"
      submitLabel="Create key"
      pendingLabel="Creating..."
      done="Service key created"
      defaultValues={{ name, scopes: [...scopes] as string[], days: '' }}
      save={async ({ days, ...body }) => {
        const { key } = await sendServiceKey({
          ...body,
          scopes: body.scopes as ServiceKeyScope[],
          days: days === '' ? null : Number(days),
        });
        return { key, name: body.name.trim() };
      }}
      describeFailure={(error) => ({ message: failureText(error, 'Failed to create the service key') })}
      onSaved={(made) => onCreated(made.key, made.name)}
      onClose={onClose}
    >
      {({ control, register, formState: { errors } }) => {
        const scope = register('scopes', {
          validate: (chosen) => chosen.length > 0 || 'Choose at least one thing that the key may do',
        });
        return (
          <>
            <TextField
              name="name"
              control={control}
              required
              label="Name"
              placeholder="e.g. orders-service"
              maxLength={60}
              hint="Which program uses it. Two valid keys may share a name, so that one can replace the other."
            />
            <CheckboxGroup
              label="May send these records"
              options={RECORDS}
              error={errors.scopes?.message}
              {...scope}
            />
            <CheckboxGroup
              label="May read"
              options={READS}
              hint="Changes are the feed of decisions made here. The others are lists and reports."
              {...scope}
            />
            <SelectField name="days" control={control} label="Ends" options={ENDS} />
          </>
        );
      }}
    </DialogForm>
  );
}
