import { COLLECTIONS } from '@wayside/contract/collections';
import { EVENT_TYPES } from '@wayside/contract/event-types';
import { createServiceKey, type ServiceKeyScope } from '@wayside/contract/service-keys';
import { createWebhook, replayWebhook, type WebhookEndpoint } from '@wayside/contract/webhooks';
import { READ_SCOPES } from '@wayside/contract/wire/permissions';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { msg, t, translated } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText, fieldErrors } from '../../lib/api-error.ts';
import { CheckboxGroup } from '../../ui/field.tsx';
import { scopeOptions, sendWebhook } from './integrations-queries.ts';

interface KeyFormProps {
  /** The name of the key to be replaced. */
  name: string;
  scopes: readonly string[];
  onCreated: (key: string, name: string) => void;
  onClose: () => void;
}

const EXPIRY_OPTIONS = [
  { value: '', label: msg('Never') },
  { value: '30', label: msg('In 30 days') },
  { value: '90', label: msg('In 90 days') },
  { value: '365', label: msg('In a year') },
];
const RECORDS = scopeOptions([...COLLECTIONS, 'calls']);
const READS = scopeOptions(['changes', ...READ_SCOPES]);

/** Form that creates a service key (SYNC-06). */
export function KeyForm({ name, scopes, onCreated, onClose }: KeyFormProps) {
  return (
    <DialogForm
      title={t('Create a service key')}
      description={t('The marketplace’s software sends this key with each request, as a bearer token.')}
      size="md"
      submitLabel={t('Create key')}
      pendingLabel={t('Creating...')}
      done={t('Service key created')}
      defaultValues={{ name, scopes: [...scopes] as string[], days: '' }}
      save={async ({ days, ...body }) => {
        const { key } = await call(createServiceKey, {
          body: {
            ...body,
            scopes: body.scopes as ServiceKeyScope[],
            days: days === '' ? null : Number(days),
          },
        });
        return { key, name: body.name.trim() };
      }}
      describeFailure={(error) => ({ message: failureText(error, t('Failed to create the service key')) })}
      onSaved={(made) => onCreated(made.key, made.name)}
      onClose={onClose}
    >
      {({ control, register, formState: { errors } }) => {
        const scope = register('scopes', {
          validate: (chosen) => chosen.length > 0 || t('Choose at least one scope'),
        });
        return (
          <>
            <TextField
              name="name"
              control={control}
              required
              label={t('Name')}
              placeholder={t('e.g. orders-service')}
              maxLength={60}
              hint={t(
                'The program that uses this key. Two valid keys may have the same name, so that one can replace the other.',
              )}
            />
            <CheckboxGroup
              label={t('May send these records')}
              options={translated(RECORDS)}
              error={errors.scopes?.message}
              {...scope}
            />
            <CheckboxGroup
              label={t('May read')}
              options={translated(READS)}
              hint={t('“Changes” is the feed of decisions made in Wayside. The rest are lists and reports.')}
              {...scope}
            />
            <SelectField name="days" control={control} label={t('Expires')} options={translated(EXPIRY_OPTIONS)} />
          </>
        );
      }}
    </DialogForm>
  );
}

interface WebhookFormProps {
  webhook: WebhookEndpoint | null;
  /** Called with the signing secret of a new endpoint, or with null after a change. */
  onSaved: (secret: string | null, url: string) => void;
  onClose: () => void;
}

interface Values {
  url: string;
  which: 'all' | 'some';
  types: string[];
}

const EVENT_CHOICES = [
  { value: 'all', label: msg('All events, including future types') },
  { value: 'some', label: msg('Only these') },
];
const TYPES = EVENT_TYPES.map((value) => ({ value, label: value }));

async function save(webhook: WebhookEndpoint | null, { url, which, types }: Values): Promise<string | null> {
  const body = { url, types: which === 'all' ? null : types };
  if (webhook === null) return (await call(createWebhook, { body })).secret;
  await sendWebhook(webhook.id, { ...body, isEnabled: undefined });
  return null;
}

/** Form that adds or changes an endpoint (HOOK-02). */
export function WebhookForm({ webhook, onSaved, onClose }: WebhookFormProps) {
  const defaultValues: Values = {
    url: webhook?.url ?? '',
    which: webhook?.types ? 'some' : 'all',
    types: [...(webhook?.types ?? [])],
  };
  return (
    <DialogForm
      title={webhook ? t('Edit the endpoint') : t('Add an endpoint')}
      description={t('Events are sent there as signed POST requests (Standard Webhooks).')}
      size="md"
      submitLabel={webhook ? t('Save') : t('Add endpoint')}
      pendingLabel={t('Saving...')}
      done={webhook ? t('Endpoint saved') : t('Endpoint added')}
      defaultValues={defaultValues}
      save={async (values) => ({ secret: await save(webhook, values), url: values.url.trim() })}
      describeFailure={(error) => ({
        message: failureText(error, t('Failed to save the endpoint')),
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
            label={t('Address')}
            type="url"
            inputMode="url"
            placeholder="https://hooks.example.com/wayside"
          />
          <SelectField name="which" control={control} label={t('Events')} options={translated(EVENT_CHOICES)} />
          {watch('which') === 'some' && (
            <CheckboxGroup
              label={t('Types')}
              options={TYPES}
              error={errors.types?.message}
              {...register('types', {
                validate: (chosen, { which }) =>
                  which === 'all' || chosen.length > 0 || t('Choose at least one type'),
              })}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

interface ReplayFormProps {
  webhook: WebhookEndpoint;
  onSaved: () => void;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;
const REPLAY_PERIODS = [
  { value: '1', label: msg('The last hour') },
  { value: '24', label: msg('The last 24 hours') },
  { value: '168', label: msg('The last 7 days') },
  { value: '720', label: msg('All stored events (30 days)') },
];

/** Form that resends stored events to an endpoint (HOOK-02). */
export function ReplayForm({ webhook, onSaved, onClose }: ReplayFormProps) {
  return (
    <DialogForm
      title={t('Replay events')}
      description={t('Every stored event since then is sent to {url} again, with the same webhook-id.', {
        url: webhook.url,
      })}
      submitLabel={t('Replay')}
      pendingLabel={t('Starting...')}
      done={t('The replay has started')}
      defaultValues={{ hours: '24' }}
      save={({ hours }) =>
        call(replayWebhook, {
          params: { id: webhook.id },
          body: { since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString() },
        })
      }
      describeFailure={(error) => ({ message: failureText(error, t('Failed to start the replay')) })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control }) => (
        <SelectField
          name="hours"
          control={control}
          label={t('Since')}
          hint={t('It continues after a restart.')}
          options={translated(REPLAY_PERIODS)}
        />
      )}
    </DialogForm>
  );
}
