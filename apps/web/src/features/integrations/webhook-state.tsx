import type { WebhookEndpoint } from '@wayside/contract/webhooks';
import { type Message, msg, t } from '../../languages/text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const DISABLED_LABELS: Readonly<Record<string, Message>> = {
  switched_off: msg('Off'),
  failing: msg('Off: five days of failures alone'),
  gone: msg('Off: it responded with 410 Gone'),
};

function stateOf({ isEnabled, disabledReason, failingSince }: WebhookEndpoint): [Tone, string] {
  if (!isEnabled)
    return [
      disabledReason === 'switched_off' ? 'neutral' : 'danger',
      t(DISABLED_LABELS[disabledReason ?? ''] ?? msg('Off')),
    ];
  if (failingSince !== null) return ['warning', t('Failing since {date}', { date: formatDateTime(failingSince) })];
  return ['success', t('On')];
}

export function WebhookState({ webhook }: { webhook: WebhookEndpoint }) {
  const [tone, label] = stateOf(webhook);
  return (
    <Badge tone={tone} dot wraps>
      {label}
    </Badge>
  );
}

/** Returns a description of the last attempt: "Last attempt 5 Nov 2026, 9:05 am: 200". */
export function lastAttemptText({ lastAttempt }: WebhookEndpoint): string {
  if (lastAttempt === null) return t('Nothing has been sent yet');
  const { at, statusCode, error } = lastAttempt;
  const outcome = String(statusCode ?? error ?? t('no response'));
  return t('Last attempt {date}: {outcome}', { date: formatDateTime(at), outcome });
}
