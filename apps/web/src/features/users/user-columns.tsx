import type { User } from '@wayside/contract/users';
import { formatExactRupees, initialsOf, orNotAvailable, shortId } from '../../lib/format.ts';
import { moneyColumn } from '../../list/list-columns.tsx';
import { type ListCard, type ListColumn, SORT_BY_DATE, sortByAmount } from '../../list/list-definition.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { NoteCount } from '../notes/note-count.tsx';
import { BlockBadge, ContactCell, PersonCell, VehicleTypes } from '../people/person-cells.tsx';

/** The columns of the customers (USER-02). */
export const USER_COLUMNS: readonly ListColumn<User>[] = [
  {
    header: 'User',
    sort: SORT_BY_DATE,
    width: 'auto',
    lines: 2,
    cell: (user) => (
      <PersonCell id={user.id} name={user.name} avatar={<Avatar initials={initialsOf(user.name)} />}>
        <NoteCount count={user.noteCount} />
      </PersonCell>
    ),
  },
  { header: 'Contact', width: 'auto', lines: 2, cell: (user) => <ContactCell {...user} /> },
  { header: 'Vehicle Types', width: '9rem', cell: (user) => <VehicleTypes types={user.vehicleTypes} /> },
  moneyColumn('Wallet', '7rem', (user) => user.walletPaise, sortByAmount('wallet', 'Wallet')),
  { header: 'Status', width: '7rem', cell: (user) => <BlockBadge isBlocked={user.isBlocked} /> },
];

/** The card of a customer on a phone. */
export function userCard(user: User): ListCard {
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
        <span className="numeric block truncate">{orNotAvailable(user.phone)}</span>
        <span className="block truncate">{orNotAvailable(user.email)}</span>
      </>
    ),
  };
}
