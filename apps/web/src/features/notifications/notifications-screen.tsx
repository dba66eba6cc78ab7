import { deleteNotification, type ListedNotification, resendNotification } from '@wayside/contract/notifications';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { hasExtension } from '../../lib/config.ts';
import { shortId } from '../../lib/format.ts';
import { reloadShown } from '../../lib/shown-change.ts';
import type { ListLabels } from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { Banner, useBanner } from '../../ui/banner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { whileLoading } from '../../ui/toast.ts';
import { TrashIcon } from '../../ui/trash-icon.ts';
import { notificationCard, notificationColumns } from './notification-columns.tsx';
import { NotificationForm } from './notification-form.tsx';
import { notificationsUrl, shownNotificationsQuery } from './notifications-queries.ts';

const LABELS: ListLabels = {
  title: 'Notifications',
  subtitle: 'Messages to everybody, one customer or one mechanic',
  heading: 'All Notifications',
  noun: { one: 'notification', many: 'notifications' },
  search: 'Search this page',
  empty: 'No notifications yet',
  noMatch: 'No notifications on this page match',
  error: {
    title: 'Error Loading Notifications',
    rejected: 'Failed to load notifications',
    exception: 'Failed to load notifications',
    retry: 'Try Again',
  },
};

const KEYS = { list: 'notifications', one: 'notification' } as const;
const nameOf = ({ id }: ListedNotification) => `notification ${shortId(id)}`;

/** Notifications (NOTI-01 to NOTI-04). */
export function NotificationsScreen() {
  const [banner, say] = useBanner();
  const [busy, setBusy] = useState<string | null>(null);
  const reload = () => void reloadShown(KEYS);

  const act = async (id: string, doing: string, work: Promise<unknown>, done: string, failed: string) => {
    setBusy(id);
    try {
      await whileLoading(doing, work);
      say({ tone: 'success', text: done });
    } catch (error) {
      say({ tone: 'error', text: failureText(error, failed) });
    } finally {
      setBusy(null);
      reload();
    }
  };
  const remove = ({ id }: ListedNotification) =>
    act(
      id,
      'Deleting the notification...',
      call(deleteNotification, { params: { id } }),
      'Notification deleted successfully',
      'Failed to delete notification',
    );
  const resend = ({ id }: ListedNotification) =>
    act(
      id,
      'Sending the notification again...',
      call(resendNotification, { params: { id } }),
      'Notification sent again',
      'Failed to send notification',
    );

  return (
    <ListScreen
      url={notificationsUrl}
      query={shownNotificationsQuery}
      labels={LABELS}
      onLoadFailure={(text) => say({ tone: 'error', text })}
      summary={() => (
        <>
          <Banner message={banner} />
          <NotificationForm onBanner={say} onChanged={reload} />
        </>
      )}
      columns={notificationColumns(hasExtension('delivery'))}
      card={notificationCard(hasExtension('delivery'))}
      idOf={(row: ListedNotification) => row.id}
      nameOf={nameOf}
      actionsWidth="6.5rem"
      actions={(row) => (
        <>
          {row.delivery === 'failed' && hasExtension('delivery') && (
            <IconButton
              label={`Send again ${nameOf(row)}`}
              tip="Send again"
              icon={<RotateCw className="size-4" />}
              disabled={busy === row.id}
              onClick={() => void resend(row)}
            />
          )}
          <IconButton
            label={`Delete ${nameOf(row)}`}
            tip="Delete notification"
            tone="danger"
            icon={<TrashIcon className="size-4" />}
            disabled={busy === row.id}
            onClick={() => void remove(row)}
          />
        </>
      )}
    />
  );
}
