import { EVENT_TYPES } from '@wayside/contract/event-types';
import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { failureText, fieldErrors } from '../../lib/api-error.ts';
import { CheckboxGroup } from '../../ui/field.tsx';
import { sendNewWebhook, sendWebhook } from './integrations-queries.ts';

export interface WebhookFormProps {
  /** Null to add an endpoint. */
  webhook: WebhookEndpoint | null;
  /** The signing secret of a new endpoint; null after a change. */
  onSaved: (secret: string | null, url: string) => void;
  onClose: () => void;
}

interface Values {
  url: string;
  which: 'all' | 'some';
  types: string[];
}

const WHICH = [
  { value: 'all', label: 'All events, new kinds included' },
  { value: 'some', label: 'Only these' },
];
const TYPES = EVENT_TYPES.map((value) => ({ value, label: value }));

async function save(webhook: WebhookEndpoint | null, { url, which, types }: Values): Promise<string | null> {
  const body = { url, types: which === 'all' ? null : types };
  if (webhook === null) return (await sendNewWebhook(body)).secret;
  await sendWebhook(webhook.id, { ...body, isEnabled: undefined });
  return null;
}

/** Adds or changes an endpoint (HOOK-02). */
export function WebhookForm({ webhook, onSaved, onClose }: WebhookFormProps) {
  const defaultValues: Values = {
    url: webhook?.url ?? '',
    which: webhook?.types ? 'some' : 'all',
    types: [...(webhook?.types ?? [])],
  };
  return (
    <DialogForm
      title={webhook ? 'Edit the endpoint' : 'Add an endpoint'}
      description="Events are sent there as signed POST requests (Standard Webhooks)."
      size="md"
      submitLabel={webhook ? 'Save' : 'Add endpoint'}
      pendingLabel="Saving..."
      done={webhook ? 'Endpoint saved' : 'Endpoint added'}
      defaultValues={defaultValues}
      save={async (values) => ({ secret: await save(webhook, values), url: values.url.trim() })}
      describeFailure={(error) => ({
        message: failureText(error, 'Failed to save the endpoint'),
        fields: fieldErrors({ url: '' }, error).flatMap(({ name, message }) =>
          name === 'url' ? [{ name, message } as const] : [],
        ),
      })}
      onSaved={({ secret, url }) => onSaved(secret, url)}
      onClose={onClose}
    >
      {({ control, register, watch, formState: { errors } }) => (
        <>
          <TextField
            name="url"
            control={control}
            required
            label="Address"
            type="url"
            inputMode="url"
            placeholder="https://hooks.example.com/wayside"
          />
          <SelectField name="which" control={control} label="Events" options={WHICH} />
          {watch('which') === 'some' && (
            <CheckboxGroup
              label="Types"
              options={TYPES}
              error={errors.types?.message}
              {...register('types', {
                validate: (chosen, { which }) => which === 'all' || chosen.length > 0 || 'Choose at least one type',
              })}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}
