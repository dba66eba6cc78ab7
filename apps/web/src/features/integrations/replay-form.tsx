import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField } from '../../form/fields.tsx';
import { failureText } from '../../lib/api-error.ts';
import { sendReplay } from './integrations-queries.ts';

export interface ReplayFormProps {
  webhook: WebhookEndpoint;
  onSaved: () => void;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;
const SINCE = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days: all that are stored' },
];

/** Sends stored events to an endpoint again (HOOK-02). */
export function ReplayForm({ webhook, onSaved, onClose }: ReplayFormProps) {
  return (
    <DialogForm
      title="Replay events"
      description={`Every stored event since then is sent to ${webhook.url} once more, under the same webhook-id.`}
      submitLabel="Replay"
      pendingLabel="Starting..."
      done="The replay has started"
      defaultValues={{ hours: '24' }}
      save={({ hours }) => sendReplay(webhook.id, new Date(Date.now() - Number(hours) * HOUR_MS).toISOString())}
      describeFailure={(error) => ({ message: failureText(error, 'Failed to start the replay') })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control }) => (
        <SelectField
          name="hours"
          control={control}
          label="Since"
          hint="It continues after a restart."
          options={SINCE}
        />
      )}
    </DialogForm>
  );
}
