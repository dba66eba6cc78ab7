import { USER_LIST } from '@wayside/contract/lists';
import { payLoyalty } from '@wayside/contract/loyalty';
import { deleteUser, toggleUserBlock, type User } from '@wayside/contract/users';
import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatExactRupees, initialsOf, orNotAvailable, shortId } from '../../lib/format.ts';
import { USER_KEYS } from '../../lib/record-keys.ts';
import { moneyColumn } from '../../list/list-columns.tsx';
import {
  type ListCard,
  type ListColumn,
  type ListLabels,
  loadError,
  SORT_BY_DATE,
  sortByAmount,
} from '../../list/list-definition.ts';
import { createListExport } from '../../list/list-queries.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { usersUrl } from '../../list/list-urls.ts';
import { useListUrl } from '../../list/use-list-url.ts';
import { Avatar } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { HandCoinsIcon, TrashIcon } from '../../ui/one-path-icons.ts';
import { BlockSelected, JobsButton } from '../jobs/jobs-buttons.tsx';
import { NoteCount } from '../notes/note-count.tsx';
import { BlockBadge, ContactCell, PersonCell, VehicleTypes } from '../people/person-cells.tsx';
import { personName } from '../people/person-link.tsx';
import { type Toggle, useToggle } from '../people/use-toggle.ts';
import { sendBlockToggle, users } from './users-queries.ts';

const USER_COLUMNS: readonly ListColumn<User>[] = [
  {
    header: msg('User'),
    sort: SORT_BY_DATE,
    width: 'auto',
    lines: 2,
    cell: (user) => (
      <PersonCell id={user.id} name={user.name} avatar={<Avatar initials={initialsOf(user.name)} />}>
        <NoteCount count={user.noteCount} />
      </PersonCell>
    ),
  },
  { header: msg('Contact'), width: 'auto', lines: 2, cell: (user) => <ContactCell {...user} /> },
  {
    header: msg('Vehicle Types'),
    width: '9rem',
    isSecondary: true,
    cell: (user) => <VehicleTypes types={user.vehicleTypes} />,
  },
  moneyColumn(
    msg('Wallet'),
    '7.5rem',
    (user) => user.walletPaise,
    sortByAmount('wallet', msg('Highest Wallet First'), msg('Lowest Wallet First')),
  ),
  { header: msg('Status'), width: '7rem', cell: (user) => <BlockBadge isBlocked={user.isBlocked} /> },
];

function userCard(user: User): ListCard {
  return {
    id: (
      <>
        <CopyableId id={user.id} shown={shortId(user.id)} />
        <NoteCount count={user.noteCount} />
      </>
    ),
    status: <BlockBadge isBlocked={user.isBlocked} />,
    person: orNotAvailable(user.name),
    amount: formatExactRupees(user.walletPaise),
    more: (
      <>
        <span translate="no" className="numeric block truncate">
          {orNotAvailable(user.phone)}
        </span>
        <span className="block truncate">{orNotAvailable(user.email)}</span>
      </>
    ),
  };
}

const nameOf = (user: User) => personName(user, 'user');

const USER_BLOCKING: Toggle<'isBlocked', User> = {
  keys: USER_KEYS,
  field: 'isBlocked',
  send: sendBlockToggle,
  doing: (user, isBlocked) => t(isBlocked ? 'Blocking {name}...' : 'Unblocking {name}...', { name: nameOf(user) }),
  done: (user, isBlocked) => t(isBlocked ? '{name} is blocked' : '{name} is unblocked', { name: nameOf(user) }),
  failed: msg('Failed to update user status'),
};

const UserDetails = lazyPart(() => import('./user-details.tsx'), 'UserDetails');
const DeleteRecord = lazyPart(() => import('../../form/confirmed-action.tsx'), 'DeleteRecord');
const LoyaltyDialog = lazyPart(() => import('../people/loyalty-dialog.tsx'), 'LoyaltyDialog');

const LABELS: ListLabels = {
  title: msg('Users'),
  subtitle: msg('Customers of the marketplace'),
  heading: msg('All Users'),
  noun: { one: msg('user'), many: msg('users') },
  search: msg('Search by phone number'),
  searchHint: msg('Phone, name, email'),
  empty: msg('No users found. Create your first user to get started.'),
  noMatch: (search) => t('No users found matching "{search}"', { search }),
  error: loadError(msg('Error Loading Users'), msg('Failed to load users')),
};

/** A customer's wallet and the data retained until it is paid (PRIV-06). */
function OutstandingBalanceNote({ user }: { user: User }) {
  const paise = user.walletPaise ?? 0;
  if (paise === 0 || !isOwnServer()) return null;
  const amount = formatExactRupees(Math.abs(paise));
  return (
    <p role="note" className="numeric rounded-md bg-hover px-3 py-2 wrap-anywhere">
      {paise > 0
        ? t('The wallet still holds {amount}.', { amount })
        : t('The wallet is {amount} below ₹0.', { amount })}{' '}
      {t(
        'Pay or adjust it first to erase everything now. Otherwise the name stays under “Pending erasures” on Payouts until no money is owed; everything else is erased now.',
      )}
    </p>
  );
}

/** Customers (USER-01 to USER-07). */
export function UsersScreen() {
  const list = useListUrl(usersUrl);
  const blockButton = useToggle(USER_BLOCKING);
  const [openDialog, setOpenDialog] = useState<{
    readonly for: 'deletion' | 'loyalty';
    readonly user: User;
  } | null>(null);
  const close = () => setOpenDialog(null);

  return (
    <>
      <ListScreen
        url={usersUrl}
        query={users.query}
        counted={users.counted}
        labels={LABELS}
        fixedFilters={[{ key: 'active', label: msg('Status'), value: () => t('Active') }]}
        exported={createListExport(USER_LIST, { call: (calls) => calls.exportUsers })}
        selectable={{
          list: 'users',
          actions: {
            permission: 'people:block',
            show: ({ ids, view, clear }) => (
              <BlockSelected target={{ list: 'users', ids, filters: users.inputOf(view) }} onStarted={clear} />
            ),
          },
        }}
        titleActions={<JobsButton />}
        columns={USER_COLUMNS}
        card={userCard}
        idOf={(user: User) => user.id}
        nameOf={nameOf}
        actionsWidth="11rem"
        actions={(user) => (
          <>
            <Allowed to={payLoyalty}>
              <IconButton
                label={t('Pay loyalty to {name}', { name: nameOf(user) })}
                tip={t('Pay loyalty')}
                icon={<HandCoinsIcon className="size-4" />}
                onClick={() => setOpenDialog({ for: 'loyalty', user })}
              />
            </Allowed>
            <Allowed to={toggleUserBlock}>
              <IconButton
                label={t(user.isBlocked ? 'Unblock user {name}' : 'Block user {name}', { name: nameOf(user) })}
                tip={user.isBlocked ? t('Unblock user') : t('Block user')}
                icon={user.isBlocked ? <CircleCheck className="size-4" /> : <Ban className="size-4" />}
                {...blockButton(user)}
              />
            </Allowed>
            <Allowed to={deleteUser}>
              <IconButton
                label={t('Delete user {name}', { name: nameOf(user) })}
                tip={t('Delete user')}
                tone="danger"
                icon={<TrashIcon className="size-4" />}
                onClick={() => setOpenDialog({ for: 'deletion', user })}
              />
            </Allowed>
          </>
        )}
        details={(id, row, closeDetails) => (
          <UserDetails
            id={id}
            row={row}
            tab={list.tab}
            openTab={list.openTab}
            onClose={closeDetails}
            actions={(user) => (
              <>
                <Allowed to={payLoyalty}>
                  <Button onClick={() => setOpenDialog({ for: 'loyalty', user })}>{t('Pay loyalty')}</Button>
                </Allowed>
                <Allowed to={toggleUserBlock}>
                  <Button {...blockButton(user)}>{user.isBlocked ? t('Unblock') : t('Block')}</Button>
                </Allowed>
                {isOwnServer() && (
                  <Allowed to={deleteUser}>
                    <Button className="text-danger-text" onClick={() => setOpenDialog({ for: 'deletion', user })}>
                      {t('Delete')}
                    </Button>
                  </Allowed>
                )}
              </>
            )}
          />
        )}
      />

      {openDialog?.for === 'deletion' && (
        <DeleteRecord
          id={openDialog.user.id}
          name={nameOf(openDialog.user)}
          question={t('Are you sure you want to delete this user? This action cannot be undone.')}
          failed={t('Failed to delete user')}
          keys={USER_KEYS}
          send={() => call(deleteUser, { params: { id: openDialog.user.id } })}
          onDeleted={() => {
            close();
            if (list.openId !== null) list.close();
          }}
          onClose={close}
        >
          <OutstandingBalanceNote user={openDialog.user} />
        </DeleteRecord>
      )}
      {openDialog?.for === 'loyalty' && (
        <LoyaltyDialog payee={openDialog.user} kind="user" keys={USER_KEYS} onClose={close} />
      )}
    </>
  );
}
