import { thumbnailOf } from '@wayside/contract/files';
import type { Mechanic } from '@wayside/contract/mechanics';
import type { ReactNode } from 'react';
import { msg, t } from '../../languages/text.ts';
import { formatExactRupees, initialsOf, orNotAvailable, shortId } from '../../lib/format.ts';
import { imageAddress, isExternalImage } from '../../lib/images.ts';
import { moneyColumn } from '../../list/list-columns.tsx';
import { type ListCard, type ListColumn, SORT_BY_DATE, sortByAmount } from '../../list/list-definition.ts';
import { Avatar, StatusBadge } from '../../ui/badge.tsx';
import { preventKeyRepeat } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { NoteCount } from '../notes/note-count.tsx';
import { ContactCell, PersonCell, VehicleTypes } from '../people/person-cells.tsx';
import { personName } from '../people/person-link.tsx';
import type { ToggleButton } from '../people/use-toggle.ts';
import { experience, statusLabel } from './mechanic-labels.ts';

export function ApplicationBadge({ status, wraps = false }: Pick<Mechanic, 'status'> & { wraps?: boolean }) {
  return <StatusBadge {...statusLabel(status)} wraps={wraps} />;
}

function MechanicAvatar({ mechanic, className }: { mechanic: Mechanic; className?: string }) {
  const photo = mechanic.documents?.profilePhoto;
  return (
    <Avatar
      initials={initialsOf(mechanic.name)}
      photo={photo && !isExternalImage(photo) ? thumbnailOf(imageAddress(photo)) : null}
      {...(className ? { className } : {})}
    />
  );
}

export function mechanicColumns(expertOf: (mechanic: Mechanic) => ReactNode): readonly ListColumn<Mechanic>[] {
  return [
    {
      header: msg('Mechanic'),
      sort: SORT_BY_DATE,
      width: '17.6%',
      lines: 2,
      cell: (mechanic) => (
        <PersonCell id={mechanic.id} name={mechanic.name} avatar={<MechanicAvatar mechanic={mechanic} />}>
          <NoteCount count={mechanic.noteCount} />
        </PersonCell>
      ),
    },
    { header: msg('Contact'), width: '14.5%', lines: 2, cell: (mechanic) => <ContactCell {...mechanic} /> },
    { header: msg('Experience'), width: '11.7%', className: 'numeric', isSecondary: true, cell: experience },
    {
      header: msg('Vehicle Types'),
      width: '14.5%',
      isSecondary: true,
      cell: (mechanic) => <VehicleTypes types={mechanic.vehicleTypes} />,
    },
    moneyColumn(
      msg('Wallet'),
      '11.6%',
      (mechanic) => mechanic.walletPaise,
      sortByAmount('wallet', msg('Highest Wallet First'), msg('Lowest Wallet First')),
    ),
    {
      header: msg('Status'),
      width: '15.8%',
      cell: (mechanic) => <ApplicationBadge status={mechanic.status} wraps />,
    },
    { header: msg('Expert'), width: '14.3%', cell: expertOf },
  ];
}

export function mechanicCard(expertOf: (mechanic: Mechanic) => ReactNode): (mechanic: Mechanic) => ListCard {
  return (mechanic) => ({
    id: (
      <>
        <CopyableId id={mechanic.id} shown={shortId(mechanic.id)} />
        <NoteCount count={mechanic.noteCount} />
      </>
    ),
    status: <ApplicationBadge status={mechanic.status} />,
    person: (
      // Aligns the amount with the name, regardless of the height of the photo.
      <span className="relative block pl-10.5 leading-8">
        <MechanicAvatar mechanic={mechanic} className="absolute inset-y-0 left-0 my-auto" />
        <span dir="auto" className="block truncate text-left">
          {orNotAvailable(mechanic.name)}
        </span>
      </span>
    ),
    amount: formatExactRupees(mechanic.walletPaise),
    more: (
      <>
        <span className="numeric block truncate">
          {orNotAvailable(mechanic.phone)} · {experience(mechanic)}
        </span>
        {expertOf(mechanic)}
      </>
    ),
  });
}

// Pseudo-elements draw the switch, because a long list should have few DOM nodes.
const SWITCH =
  'wrap-normal relative -mx-1.5 inline-flex h-8 items-center gap-2 rounded-md px-1.5 text-sm font-medium touch:h-11 ' +
  'before:h-4.5 before:w-8 before:shrink-0 before:rounded-full ' +
  'after:absolute after:inset-y-0 after:my-auto after:size-3.5 after:rounded-full after:bg-accent-ink';
const SWITCH_ON = 'text-ink before:bg-accent after:left-5';
const SWITCH_OFF = 'text-ink-soft before:bg-line-strong hover:text-ink after:left-2';

interface ExpertSwitchProps {
  mechanic: Mechanic;
  /** Null if the role may not change it. */
  button: ToggleButton | null;
}

/** Shows "Expert" or "Regular" and toggles it (MECH-10). */
export function ExpertSwitch({ mechanic, button }: ExpertSwitchProps) {
  const { isExpert } = mechanic;
  const expertText = isExpert ? t('Expert') : t('Regular');
  const name = personName(mechanic, 'mechanic');
  if (button === null) return <span className="text-ink-soft">{expertText}</span>;
  return (
    <button
      type="button"
      aria-label={t(isExpert ? 'Expert, change {name} to regular' : 'Regular, change {name} to expert', { name })}
      data-tip={isExpert ? t('Change to regular') : t('Change to expert')}
      onKeyDown={preventKeyRepeat}
      {...button}
      className={cn(SWITCH, isExpert ? SWITCH_ON : SWITCH_OFF)}
    >
      {expertText}
    </button>
  );
}
