import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '@wayside/contract/users';
import type { ReactNode } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import { formatDateTime, orNotAvailable } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { AmountFact } from '../../list/amount-fact.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { BlockBadge, VehicleTypes } from '../people/person-cells.tsx';
import { PersonDialog } from '../people/person-dialog.tsx';
import { PersonHistory } from '../people/person-history.tsx';
import { invalidateHistory, isGone } from '../people/person-queries.ts';
import { userQuery } from './users-queries.ts';

export interface UserDetailsProps {
  id: string;
  /** The customer, if the page in the list holds them; otherwise the dialog loads them. */
  row: User | undefined;
  actions: (user: User) => ReactNode;
  onClose: () => void;
}

/** The dialog of one customer (USER-04). */
export function UserDetails({ id, row, actions, onClose }: UserDetailsProps) {
  const query = useQuery({ ...userQuery(id), enabled: (query) => row === undefined && !isGone(query) });
  const user = row ?? query.data;
  const mayReadPayments = useMay()('payments:read');
  return (
    <PersonDialog
      title={user ? orNotAvailable(user.name) : 'User Details'}
      id={id}
      noun="user"
      query={query}
      person={user}
      footer={
        user && (
          <>
            {isOwnServer() && (
              <Link to="/bookings" search={{ customer: id }} className={buttonLook()}>
                Bookings
              </Link>
            )}
            {isOwnServer() && mayReadPayments && (
              <Link to="/payments" search={{ customer: id }} className={buttonLook()}>
                Payments
              </Link>
            )}
            {actions(user)}
          </>
        )
      }
      onClose={onClose}
    >
      {user && (
        <div className="grid grid-cols-1 gap-6">
          <RecordNotes entity="user" id={id} expected={user.noteCount} onChanged={() => void invalidateHistory()} />
          <UserDescription user={user} />
          <PersonHistory entity="user" id={id} />
        </div>
      )}
    </PersonDialog>
  );
}

/** Every fact of a customer (USER-04). */
function UserDescription({ user }: { user: User }) {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList
        title="Customer"
        extra={
          <span className="flex flex-wrap gap-1.5">
            {user.socketId && <StatusBadge tone="info" label="Currently Online" />}
            <BlockBadge isBlocked={user.isBlocked} />
          </span>
        }
      >
        <Fact label="Name">{orNotAvailable(user.name)}</Fact>
        <Fact label="User ID">
          <CopyableId id={user.id} shown={user.id} />
        </Fact>
        <Fact label="Email">{orNotAvailable(user.email)}</Fact>
        <Fact label="Phone">
          <span className="numeric">{orNotAvailable(user.phone)}</span>
        </Fact>
      </DescriptionList>
      <DescriptionList title="Account">
        <AmountFact label="Wallet Balance" paise={user.walletPaise} />
        <Fact label="Referral Code">{orNotAvailable(user.referralCode)}</Fact>
        <Fact label="Vehicle Types">
          <VehicleTypes types={user.vehicleTypes} />
        </Fact>
        <Fact label="Joined">{formatDateTime(user.createdAt)}</Fact>
        <Fact label="Last Updated">{formatDateTime(user.updatedAt)}</Fact>
      </DescriptionList>
    </div>
  );
}
