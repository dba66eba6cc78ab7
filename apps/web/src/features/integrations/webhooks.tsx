import { useMutation, useQuery } from '@tanstack/react-query';
import { deleteWebhook, rotateWebhookSecret, testWebhook, type WebhookEndpoint } from '@wayside/contract/webhooks';
import { EllipsisVertical, KeyRound, Pencil, Plus, Power, RotateCcw, Webhook } from 'lucide-react';
import { useState } from 'react';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { toastFailure } from '../../form/toast-failure.ts';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { formatDateTime } from '../../lib/format.ts';
import { WEBHOOK_KEYS, webhooksQuery } from '../../lib/webhooks-query.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { TrashIcon } from '../../ui/one-path-icons.ts';
import { whileLoading } from '../../ui/toast.ts';
import { sendWebhook } from './integrations-queries.ts';
import { lastAttemptText, WebhookState } from './webhook-state.tsx';

const DeleteRecord = lazyPart(() => import('../../form/confirmed-action.tsx'), 'DeleteRecord');
const ReplayForm = lazyPart(() => import('./integration-forms.tsx'), 'ReplayForm');
const ShownSecret = lazyPart(() => import('../../ui/shown-once.tsx'), 'ShownSecret');
const WebhookDeliveries = lazyPart(() => import('./webhook-deliveries.tsx'), 'WebhookDeliveries');
const WebhookForm = lazyPart(() => import('./integration-forms.tsx'), 'WebhookForm');

type OpenDialog =
  | { readonly for: 'form'; readonly webhook: WebhookEndpoint | null }
  | { readonly for: 'secret'; readonly secret: string; readonly url: string }
  | { readonly for: 'deliveries' | 'replay' | 'rotation' | 'deletion'; readonly webhook: WebhookEndpoint };

/** The endpoints that receive events, with their health and actions (HOOK-02). */
export function Webhooks() {
  const query = useQuery(webhooksQuery);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const webhooks = query.data?.rows ?? [];
  const close = () => setOpenDialog(null);
  const saved = (secret: string | null, url: string) => {
    if (secret === null) close();
    else setOpenDialog({ for: 'secret', secret, url });
    void invalidateRecords(WEBHOOK_KEYS);
  };
  const add = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" />}
      onClick={() => setOpenDialog({ for: 'form', webhook: null })}
    >
      {t('Add endpoint')}
    </Button>
  );
  return (
    <LoadedSection
      title={t('Webhook endpoints')}
      description={t('Every change that an administrator makes here is sent to these addresses as an event.')}
      count={query.data && webhooks.length}
      query={query}
      failed={t('Failed to load the endpoints')}
      action={webhooks.length > 0 && add}
    >
      {webhooks.length === 0 && (
        <EmptyState icon={<Webhook className="size-5" />} title={t('There is no endpoint yet.')}>
          {add}
        </EmptyState>
      )}
      {webhooks.length > 0 && (
        <ul aria-label={t('Webhook endpoints')}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onAsk={setOpenDialog} />
          ))}
        </ul>
      )}
      {openDialog?.for === 'form' && <WebhookForm webhook={openDialog.webhook} onSaved={saved} onClose={close} />}
      {openDialog?.for === 'secret' && (
        <ShownSecret
          title={t('Signing secret')}
          description={t('{url} uses it to verify that an event comes from this server.', { url: openDialog.url })}
          secret={openDialog.secret}
          onClose={close}
        />
      )}
      {openDialog?.for === 'deliveries' && (
        <WebhookDeliveries
          webhook={webhooks.find(({ id }) => id === openDialog.webhook.id) ?? openDialog.webhook}
          onClose={close}
        />
      )}
      {openDialog?.for === 'replay' && (
        <ReplayForm
          webhook={openDialog.webhook}
          onSaved={() => {
            close();
            void invalidateRecords(WEBHOOK_KEYS);
          }}
          onClose={close}
        />
      )}
      {openDialog?.for === 'rotation' && (
        <RotateSecret webhook={openDialog.webhook} onRotated={saved} onClose={close} />
      )}
      {openDialog?.for === 'deletion' && (
        <DeleteRecord
          id={openDialog.webhook.id}
          name={openDialog.webhook.url}
          question={t('It no longer receives events, and its deliveries are deleted.')}
          failed={t('Failed to delete the endpoint')}
          done={t('Endpoint deleted')}
          keys={WEBHOOK_KEYS}
          send={() => call(deleteWebhook, { params: { id: openDialog.webhook.id } })}
          onDeleted={close}
          onClose={close}
        />
      )}
    </LoadedSection>
  );
}

function WebhookRow({ webhook, onAsk }: { webhook: WebhookEndpoint; onAsk: (asked: OpenDialog) => void }) {
  const { id, url, types, isEnabled, waiting, replayLeft, previousSecretUntil } = webhook;
  const test = useMutation({
    mutationFn: () => whileLoading(t('Sending a test event...'), call(testWebhook, { params: { id } })),
    onSuccess: () => onAsk({ for: 'deliveries', webhook }),
    onError: (error) => toastFailure(t('Failed to send a test event'), error),
  });
  const toggle = useMutation({
    mutationFn: () =>
      whileLoading(t('Saving...'), sendWebhook(id, { url: undefined, types: undefined, isEnabled: !isEnabled })),
    onSuccess: () => invalidateRecords(WEBHOOK_KEYS),
    onError: (error) => toastFailure(t('Failed to save the endpoint'), error),
  });
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="grid min-w-56 flex-1 grid-cols-1 justify-items-start gap-1.5">
        <p className="font-mono text-sm wrap-anywhere">{url}</p>
        <WebhookState webhook={webhook} />
        <p className="text-sm wrap-anywhere text-ink-soft">
          {types === null ? t('All events') : types.join(', ')}
          <br />
          {lastAttemptText(webhook)}
          {waiting > 0 && <span className="numeric"> · {t('{count} pending', { count: waiting })}</span>}
          {replayLeft !== null && (
            <span className="numeric"> · {t('replay: {count} to go', { count: replayLeft })}</span>
          )}
          {previousSecretUntil !== null && (
            <>
              <br />
              {t('Signed with both secrets until {date}', { date: formatDateTime(previousSecretUntil) })}
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-label={t('Deliveries to {url}', { url })}
          onClick={() => onAsk({ for: 'deliveries', webhook })}
        >
          {t('Deliveries')}
        </Button>
        <Button
          aria-label={t('Send a test event to {url}', { url })}
          pending={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('Send test')}
        </Button>
        <MenuButton
          label={t('More actions for {url}', { url })}
          icon={<EllipsisVertical className="size-4" />}
          entries={[
            {
              label: t('Edit'),
              icon: <Pencil aria-hidden="true" />,
              onSelect: () => onAsk({ for: 'form', webhook }),
            },
            {
              label: t('Rotate secret'),
              icon: <KeyRound aria-hidden="true" />,
              onSelect: () => onAsk({ for: 'rotation', webhook }),
            },
            {
              label: t('Replay events'),
              icon: <RotateCcw aria-hidden="true" />,
              onSelect: () => onAsk({ for: 'replay', webhook }),
            },
            {
              label: isEnabled ? t('Switch off') : t('Switch on'),
              icon: <Power aria-hidden="true" />,
              onSelect: () => toggle.mutate(),
            },
            {
              label: t('Delete'),
              icon: <TrashIcon aria-hidden="true" />,
              onSelect: () => onAsk({ for: 'deletion', webhook }),
            },
          ]}
        />
      </div>
    </li>
  );
}

interface RotateSecretProps {
  webhook: WebhookEndpoint;
  onRotated: (secret: string, url: string) => void;
  onClose: () => void;
}

function RotateSecret({ webhook: { id, url, previousSecretUntil }, onRotated, onClose }: RotateSecretProps) {
  return (
    <ConfirmedAction
      title={t('Rotate the secret?')}
      question={
        previousSecretUntil === null
          ? t(
              'For 24 hours events to {url} carry the signatures of both secrets; after that only the new one counts.',
              { url },
            )
          : t(
              'It was rotated less than 24 hours ago: the earlier secret stops signing now. The current and the new one sign for 24 hours.',
            )
      }
      confirmLabel={t('Rotate | secret')}
      pendingLabel={t('Rotating...')}
      tone="primary"
      failed={t('Failed to rotate the secret')}
      send={() => whileLoading(t('Creating a new secret...'), call(rotateWebhookSecret, { params: { id } }))}
      onDone={({ secret }) => onRotated(secret, url)}
      onClose={onClose}
    />
  );
}
