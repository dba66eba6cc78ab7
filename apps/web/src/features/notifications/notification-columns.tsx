import type { ListedNotification } from '@wayside/contract/notifications';
import { capitalised, formatDateTime, NOT_AVAILABLE, orNotAvailable, shortId } from '../../lib/format.ts';
import { Timestamp } from '../../list/list-columns.tsx';
import type { ListCard, ListColumn } from '../../list/list-definition.ts';
import { Badge, StatusBadge, type Tone } from '../../ui/badge.tsx';

const DELIVERY_TONES: Readonly<Record<string, Tone>> = {
  queued: 'warning',
  delivered: 'success',
  failed: 'danger',
};

function Type({ type }: { type: ListedNotification['type'] }) {
  return <Badge>{capitalised(orNotAvailable(type))}</Badge>;
}

function Delivery({ delivery }: { delivery: ListedNotification['delivery'] }) {
  // Without a webhook the notification is only stored.
  if (delivery === null) return <Badge>Stored</Badge>;
  return <StatusBadge tone={DELIVERY_TONES[delivery] ?? 'neutral'} label={capitalised(delivery)} />;
}

function recipientOf({ type, user, mechanic }: ListedNotification): string {
  if (user?.id) return `User ${shortId(user.id)}`;
  if (mechanic?.id) return `Mechanic ${shortId(mechanic.id)}`;
  return type === 'all' ? 'Everybody' : NOT_AVAILABLE;
}

/** The columns of the notifications (NOTI-01). */
export function notificationColumns(hasDelivery: boolean): readonly ListColumn<ListedNotification>[] {
  const delivery: ListColumn<ListedNotification> = {
    header: 'Delivery',
    width: '13%',
    cell: (row) => <Delivery delivery={row.delivery} />,
  };
  return [
    {
      header: 'Message',
      width: hasDelivery ? '43%' : '56%',
      lines: 2,
      cell: (row) => (
        <span className="line-clamp-2 wrap-anywhere" data-tip={row.message ?? undefined}>
          {orNotAvailable(row.message)}
        </span>
      ),
    },
    { header: 'Type', width: '13%', cell: (row) => <Type type={row.type} /> },
    {
      header: 'Recipient',
      width: '16%',
      cell: (row) => <span className="block truncate">{recipientOf(row)}</span>,
    },
    { header: 'Created', width: '15%', lines: 2, cell: (row) => <Timestamp at={row.createdAt} /> },
    ...(hasDelivery ? [delivery] : []),
  ];
}

/** The card of a notification on a phone. */
export function notificationCard(hasDelivery: boolean): (row: ListedNotification) => ListCard {
  return (row) => ({
    id: formatDateTime(row.createdAt),
    status: hasDelivery ? <Delivery delivery={row.delivery} /> : <Type type={row.type} />,
    person: <span className="line-clamp-3 whitespace-normal wrap-anywhere">{orNotAvailable(row.message)}</span>,
    more: recipientOf(row),
  });
}
