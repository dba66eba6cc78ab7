import { useMutation } from '@tanstack/react-query';
import { type ListedNotification, resendNotification } from '@wayside/contract/notifications';
import { RotateCw, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime, notAvailable, orNotAvailable, shortId } from '../../lib/format.ts';
import { useStart } from '../../lib/use-start.ts';
import { Timestamp } from '../../list/list-columns.tsx';
import {
  type FixedFilter,
  type ListCard,
  type ListColumn,
  type ListLabels,
  loadError,
  SORT_BY_DATE,
} from '../../list/list-definition.ts';
import { tableCall } from '../../list/list-export.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { notificationsUrl } from '../../list/list-urls.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Banner, useBanner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TrashIcon } from '../../ui/one-path-icons.ts';
import { whileLoading } from '../../ui/toast.ts';
import { NotificationForm } from './notification-form.tsx';
import { deliveryLabel, typeLabel } from './notification-labels.ts';
import {
  NOTIFICATION_KEYS,
  notificationCountsQuery,
  notifications,
  sendNotificationDeletion,
  shownNotificationsQuery,
} from './notifications-queries.ts';

function Type({ type }: { type: ListedNotification['type'] }) {
  return <Badge>{typeLabel(type)}</Badge>;
}

function Delivery({ delivery }: { delivery: ListedNotification['delivery'] }) {
  // Without a webhook the notification is only stored.
  if (delivery === null) return <Badge>{t('Stored')}</Badge>;
  return <StatusBadge {...deliveryLabel(delivery)} />;
}

function recipientOf({ type, user, mechanic }: ListedNotification): string {
  if (user?.id) return t('User {id}', { id: shortId(user.id) });
  if (mechanic?.id) return t('Mechanic {id}', { id: shortId(mechanic.id) });
  return type === 'all' ? t('Everyone') : notAvailable();
}

function notificationColumns(hasDelivery: boolean): readonly ListColumn<ListedNotification>[] {
  const delivery: ListColumn<ListedNotification> = {
    header: msg('Delivery'),
    width: '13%',
    cell: (row) => <Delivery delivery={row.delivery} />,
  };
  return [
    {
      header: msg('Message'),
      width: hasDelivery ? '43%' : '56%',
      lines: 2,
      cell: (row) => (
        <span className="line-clamp-2 wrap-anywhere" data-tip={row.message ?? undefined}>
          {orNotAvailable(row.message)}
        </span>
      ),
    },
    { header: msg('Type'), width: '13%', cell: (row) => <Type type={row.type} /> },
    {
      header: msg('Recipient'),
      width: '16%',
      cell: (row) => <span className="block truncate">{recipientOf(row)}</span>,
    },
    {
      header: msg('Created'),
      sort: SORT_BY_DATE,
      width: '15%',
      lines: 2,
      cell: (row) => <Timestamp at={row.createdAt} />,
    },
    ...(hasDelivery ? [delivery] : []),
  ];
}

function notificationCard(hasDelivery: boolean): (row: ListedNotification) => ListCard {
  return (row) => ({
    id: formatDateTime(row.createdAt),
    status: hasDelivery ? <Delivery delivery={row.delivery} /> : <Type type={row.type} />,
    person: <span className="line-clamp-3 whitespace-normal wrap-anywhere">{orNotAvailable(row.message)}</span>,
    more: recipientOf(row),
  });
}

const ConfirmDialog = lazyPart(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');

const LABELS: ListLabels = {
  title: msg('Notifications'),
  subtitle: msg('Messages to all users, one customer or one mechanic'),
  heading: msg('All Notifications'),
  noun: { one: msg('notification'), many: msg('notifications') },
  search: msg('Search this page'),
  empty: msg('No notifications yet'),
  noMatch: msg('No notifications on this page match'),
  error: loadError(msg('Error Loading Notifications'), msg('Failed to load notifications')),
};

const FIXED_FILTERS: readonly FixedFilter<'delivery', ListedNotification>[] = [
  { key: 'delivery', label: msg('Delivery'), value: () => t('failed') },
];

const nameOf = ({ id }: ListedNotification) => t('notification {id}', { id: shortId(id) });

interface RowAction {
  readonly id: string;
  readonly send: () => Promise<unknown>;
  readonly doing: string;
  readonly done: string;
  readonly failed: string;
}

const deleteAction = ({ id }: ListedNotification): RowAction => ({
  id,
  send: () => sendNotificationDeletion(id),
  doing: t('Deleting the notification...'),
  done: t('Notification deleted successfully'),
  failed: t('Failed to delete notification'),
});
const resendAction = ({ id }: ListedNotification): RowAction => ({
  id,
  send: () => call(resendNotification, { params: { id } }),
  doing: t('Sending the notification again...'),
  done: t('Notification sent again'),
  failed: t('Failed to send notification'),
});

/** Notifications (NOTI-01 to NOTI-05). */
export function NotificationsScreen() {
  const [banner, setBanner] = useBanner();
  const form = useRef<HTMLTextAreaElement>(null);
  useStart(() => form.current?.focus());
  const reload = () => void invalidateRecords(NOTIFICATION_KEYS);
  const action = useMutation({
    mutationFn: ({ send, doing }: RowAction) => whileLoading(doing, send()),
    onSuccess: (_, { done }) => setBanner({ tone: 'success', text: done }),
    onError: (error, { failed }) => setBanner({ tone: 'error', text: failureText(error, failed) }),
    onSettled: reload,
  });
  const [deletionCandidate, setDeletionCandidate] = useState<ListedNotification | null>(null);
  const isBusy = ({ id }: ListedNotification) => action.isPending && action.variables.id === id;

  return (
    <>
      <ListScreen
        url={notificationsUrl}
        query={shownNotificationsQuery}
        counted={notificationCountsQuery}
        labels={LABELS}
        exported={(view) => ({
          name: 'notifications',
          permission: 'notifications:manage',
          call: (calls) =>
            tableCall(calls.exportNotifications, {
              search: view.search.trim() || null,
              failed: view.delivery === 'failed' || null,
              sort: notifications.inputOf(view).sort,
            }),
        })}
        fixedFilters={FIXED_FILTERS}
        onLoadFailure={(text) => setBanner({ tone: 'error', text })}
        summary={() => <Banner message={banner} className="-mb-3" />}
        below={<NotificationForm ref={form} onBanner={setBanner} onChanged={reload} />}
        titleActions={
          <Button variant="primary" icon={<Send className="size-4" />} onClick={() => form.current?.focus()}>
            {t('New notification')}
          </Button>
        }
        selectable={{ list: 'notifications' }}
        columns={notificationColumns(isOwnServer())}
        card={notificationCard(isOwnServer())}
        idOf={(row: ListedNotification) => row.id}
        nameOf={nameOf}
        actionsWidth="6.5rem"
        actions={(row) => (
          <>
            {row.delivery === 'failed' && isOwnServer() && (
              <IconButton
                label={t('Send again notification {id}', { id: shortId(row.id) })}
                tip={t('Send again')}
                icon={<RotateCw className="size-4" />}
                disabled={isBusy(row)}
                onClick={() => action.mutate(resendAction(row))}
              />
            )}
            <IconButton
              label={t('Delete notification {id}', { id: shortId(row.id) })}
              tip={t('Delete notification')}
              tone="danger"
              icon={<TrashIcon className="size-4" />}
              disabled={isBusy(row)}
              onClick={() => (isOwnServer() ? setDeletionCandidate(row) : action.mutate(deleteAction(row)))}
            />
          </>
        )}
      />
      {deletionCandidate && (
        <ConfirmDialog
          title={t('Delete this notification?')}
          question={t('It disappears from this list for everyone. Recipients keep what was already delivered.')}
          confirmLabel={t('Delete')}
          pending={false}
          onConfirm={() => {
            setDeletionCandidate(null);
            action.mutate(deleteAction(deletionCandidate));
          }}
          onClose={() => setDeletionCandidate(null)}
        />
      )}
    </>
  );
}
