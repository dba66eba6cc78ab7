import { useQuery } from '@tanstack/react-query';
import type { User } from '@wayside/contract/users';
import type { ReactNode } from 'react';
import { msg, t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { AmountItem } from '../../list/amount-item.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { SendNotification } from '../notifications/send-notification.tsx';
import { BlockBadge, VehicleTypes } from '../people/person-cells.tsx';
import { PersonHistory } from '../people/person-history.tsx';
import { IdItem, PhoneItem } from '../people/person-items.tsx';
import { invalidateHistory, isRecordDeleted } from '../people/person-queries.ts';
import {
  HeaderAmount,
  type OpenTab,
  PersonDialog,
  RecordOverview,
  RecordPage,
  type RecordTab,
} from '../people/record-page.tsx';
import { CustomerPayments, PersonBookings } from '../people/record-tables.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { userQuery } from './users-queries.ts';

interface UserDetailsProps extends OpenTab {
  id: string;
  row: User | undefined;
  actions: (user: User) => ReactNode;
  onClose: () => void;
}

/** The details of a customer: a page with our server, a dialog with an external provider (USER-04, PEOP-01). */
export function UserDetails({ id, row, actions, onClose, ...tab }: UserDetailsProps) {
  const query = useQuery({ ...userQuery(id), enabled: (query) => row === undefined && !isRecordDeleted(query) });
  const user = row ?? query.data;
  const may = useMay();
  const person = {
    title: user ? orNotAvailable(user.name) : t('User Details'),
    ...({ id, kind: 'user', query, person: user, onClose } as const),
  };
  if (!isOwnServer())
    return (
      <PersonDialog {...person} footer={user && actions(user)}>
        {user && (
          <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
            <UserDescription user={user} />
          </div>
        )}
      </PersonDialog>
    );
  const tabs: (RecordTab | false)[] = [
    { name: 'overview', label: t('Overview'), content: () => user && <Overview user={user} /> },
    {
      ...{ name: 'bookings', label: t('Bookings'), count: 'bookings' },
      content: () => <PersonBookings kind="customer" id={id} />,
    },
    may('payments:read') && {
      ...{ name: 'payments', label: t('Payments'), count: 'payments' },
      content: () => <CustomerPayments id={id} />,
    },
    {
      ...{ name: 'notes', label: t('Notes'), count: 'notes' },
      content: () => (
        <RecordNotes
          entity="user"
          id={id}
          expected={user?.noteCount}
          isWhole
          onChanged={() => void invalidateHistory()}
        />
      ),
    },
    may('activity:read') && {
      ...{ name: 'activity', label: t('Activity'), count: 'activity' },
      content: () => <PersonHistory entity="user" id={id} length={20} />,
    },
  ];
  return (
    <RecordPage
      {...person}
      {...tab}
      tabs={tabs.filter((each) => each !== false)}
      badges={user && <BlockBadge isBlocked={user.isBlocked} />}
      money={user && <HeaderAmount label={t('Wallet')}>{formatExactRupees(user.walletPaise)}</HeaderAmount>}
      actions={
        user && (
          <>
            <SendNotification recipients={[{ type: 'user', id, name: user.name }]} />
            {actions(user)}
          </>
        )
      }
    />
  );
}

function Overview({ user }: { user: User }) {
  return (
    <RecordOverview
      timeline={<Timeline entity="user" id={user.id} />}
      description={<UserDescription user={user} />}
    />
  );
}

/** The details of a customer (USER-04). */
function UserDescription({ user }: { user: User }) {
  return (
    <>
      <DescriptionList
        title={t('Customer')}
        extra={
          <span className="flex flex-wrap gap-1.5">
            {user.socketId && <StatusBadge tone="info" label={msg('Currently Online')} />}
            <BlockBadge isBlocked={user.isBlocked} />
          </span>
        }
      >
        <DescriptionItem label={t('Name')}>{orNotAvailable(user.name)}</DescriptionItem>
        <IdItem label={t('User ID')} id={user.id} />
        <DescriptionItem label={t('Email')}>{orNotAvailable(user.email)}</DescriptionItem>
        <PhoneItem phone={user.phone} />
      </DescriptionList>
      <DescriptionList title={t('Account')}>
        <AmountItem label={t('Wallet Balance')} paise={user.walletPaise} />
        <DescriptionItem label={t('Referral Code')}>{orNotAvailable(user.referralCode)}</DescriptionItem>
        <DescriptionItem label={t('Vehicle Types')}>
          <VehicleTypes types={user.vehicleTypes} />
        </DescriptionItem>
        <DescriptionItem label={t('Joined')}>{formatDateTime(user.createdAt)}</DescriptionItem>
        <DescriptionItem label={t('Last Updated')}>{formatDateTime(user.updatedAt)}</DescriptionItem>
      </DescriptionList>
    </>
  );
}
