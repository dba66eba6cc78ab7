import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { resendDelivery, type WebhookDelivery, type WebhookEndpoint } from '@wayside/contract/webhooks';
import { ChevronRight, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { toastFailure } from '../../form/toast-failure.ts';
import { type Message, msg, t, translated, verbatim } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { config } from '../../lib/config.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { WEBHOOK_KEYS } from '../../lib/webhooks-query.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Select } from '../../ui/select.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { type DeliveryState, deliveriesQuery } from './integrations-queries.ts';
import { WebhookState } from './webhook-state.tsx';

const FILTER = [
  { value: '', label: msg('All deliveries') },
  { value: 'waiting', label: msg('Waiting') },
  { value: 'delivered', label: msg('Delivered') },
  { value: 'failed', label: msg('Failed') },
];
const STATES: Readonly<Record<string, readonly [Tone, Message]>> = {
  waiting: ['info', msg('Waiting')],
  delivered: ['success', msg('Delivered')],
  failed: ['danger', msg('Failed')],
};

/** Deliveries to an endpoint in the last 30 days, with the responses (HOOK-02). */
export function WebhookDeliveries({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
  const [state, setState] = useState<DeliveryState | null>(null);
  // The cursors of all pages up to the current one.
  const [starts, setStarts] = useState<readonly (string | null)[]>([null]);
  const before = starts.at(-1) ?? null;
  const query = useQuery({ ...deliveriesQuery(webhook.id, state, before), placeholderData: keepPreviousData });
  const failure = useFailedLoad(query, t('Failed to load the deliveries'));
  const { rows, next = null } = query.data ?? {};
  return (
    <Dialog
      title={t('Deliveries')}
      titleExtra={<WebhookState webhook={webhook} />}
      description={webhook.url}
      size="steady"
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={t('State')}
            className="min-w-44"
            options={translated(FILTER)}
            value={state ?? ''}
            onChange={({ target }) => {
              setState((target.value || null) as DeliveryState | null);
              setStarts([null]);
            }}
          />
          <Button
            icon={<RotateCw className="size-4" />}
            pending={query.isRefetching}
            onClick={() => void invalidateRecords(WEBHOOK_KEYS)}
          >
            {t('Refresh')}
          </Button>
        </div>
        {failure && <RetryNote {...failure} />}
        {failure === null && !rows && (
          <div role="status" aria-label={t('Loading the deliveries')} className="grid gap-3">
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-11" />
            ))}
          </div>
        )}
        {rows?.length === 0 && (
          <p className="py-16 text-center text-ink-soft">
            {state === null ? t('Nothing has been sent yet.') : t('No delivery is in this state.')}
          </p>
        )}
        {rows && rows.length > 0 && (
          <ul aria-label={t('Deliveries')} className="rounded-md border border-line">
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
        {(starts.length > 1 || next !== null) && (
          <div className="flex justify-between gap-2">
            <Button disabled={starts.length === 1} onClick={() => setStarts(starts.slice(0, -1))}>
              {t('Newer')}
            </Button>
            <Button disabled={next === null} onClick={() => setStarts([...starts, next])}>
              {t('Older')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { id, eventId, type, state, attempts, statusCode, durationMs, error, answer: response, payload } = delivery;
  const [tone, label] = STATES[state] ?? ['neutral', verbatim(state)];
  const resend = useMutation({
    mutationFn: () => whileLoading(t('Sending again...'), call(resendDelivery, { params: { id } })),
    onSuccess: () => {
      toast({ tone: 'success', title: t('The event was sent again') });
      return invalidateRecords(WEBHOOK_KEYS);
    },
    onError: (failed) => toastFailure(t('Failed to send the event again'), failed),
  });
  return (
    <li className="border-b border-line last:border-b-0">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-hover">
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint group-open:rotate-90" />
          <span className="min-w-40 flex-1 font-mono text-sm wrap-anywhere">{type}</span>
          <Badge tone={tone} dot>
            {t(label)}
          </Badge>
          <span className="numeric w-14 text-right text-sm">{statusCode ?? (attempts > 0 ? t('none') : '')}</span>
          <span className="text-sm text-ink-soft">{formatDateTime(delivery.createdAt)}</span>
        </summary>
        <div className="grid grid-cols-1 gap-3 px-3 pb-4 md:pl-10">
          <DescriptionList title={t('Delivery')}>
            <DescriptionItem label={t('Event id')}>
              <CopyableId id={eventId} shown={eventId} className="wrap-anywhere" />
            </DescriptionItem>
            <DescriptionItem label={t('Attempts')} align="end">
              {formatCount(attempts)}
            </DescriptionItem>
            <DescriptionItem label={t('Last attempt')}>{formatDateTime(delivery.lastAttemptAt)}</DescriptionItem>
            {state === 'waiting' && (
              <DescriptionItem label={t('Next attempt')}>{formatDateTime(delivery.nextAttemptAt)}</DescriptionItem>
            )}
            {durationMs !== null && (
              <DescriptionItem label={t('Duration')} align="end">
                {t('{duration} ms', { duration: durationMs })}
              </DescriptionItem>
            )}
            {error !== null && <DescriptionItem label={t('Error')}>{error}</DescriptionItem>}
          </DescriptionList>
          <Content
            title={config().isPublicDemo ? t('Content') : t('Sent')}
            text={JSON.stringify(payload, null, 2)}
          />
          {response !== null && <Content title={t('Response')} text={response} />}
          <div>
            <Button pending={resend.isPending} onClick={() => resend.mutate()}>
              {t('Send again')}
            </Button>
          </div>
        </div>
      </details>
    </li>
  );
}

function Content({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-1">
      <h3 className="text-sm font-medium">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
      <pre tabIndex={0} className="max-h-64 overflow-auto rounded-md bg-canvas p-3 text-xs">
        {text}
      </pre>
    </section>
  );
}
