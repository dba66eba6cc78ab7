import { thumbnailOf } from '@wayside/contract/files';
import type { Mechanic } from '@wayside/contract/mechanics';
import type { ReactNode } from 'react';
import { formatExactRupees, initialsOf, orNotAvailable, shortId } from '../../lib/format.ts';
import { imageAddress } from '../../lib/image-address.ts';
import type { ListCard, ListColumn } from '../../list/list-column.ts';
import { ContactCell, PersonCell } from '../../people/person-cells.tsx';
import { VehicleTypes } from '../../people/vehicle-types.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { experience, statusLabel } from './mechanic-labels.ts';

export function ApplicationBadge({ status, wraps = false }: Pick<Mechanic, 'status'> & { wraps?: boolean }) {
  const { label, tone } = statusLabel(status);
  return (
    <Badge tone={tone} dot wraps={wraps}>
      {label}
    </Badge>
  );
}

/** A mechanic's photo, else their initials (MECH-02). */
export function MechanicAvatar({ mechanic, className }: { mechanic: Mechanic; className?: string }) {
  const photo = mechanic.documents?.profilePhoto;
  return (
    <Avatar
      initials={initialsOf(mechanic.name)}
      photo={photo && thumbnailOf(imageAddress(photo))}
      {...(className ? { className } : {})}
    />
  );
}

/** The columns of MECH-02; the actions come from the screen. */
export function mechanicColumns(expertOf: (mechanic: Mechanic) => ReactNode): readonly ListColumn<Mechanic>[] {
  return [
    {
      header: 'Mechanic',
      width: '19.5%',
      lines: 2,
      cell: (mechanic) => (
        <PersonCell id={mechanic.id} name={mechanic.name} avatar={<MechanicAvatar mechanic={mechanic} />} />
      ),
    },
    { header: 'Contact', width: '16.5%', lines: 2, cell: (mechanic) => <ContactCell {...mechanic} /> },
    {
      header: 'Experience',
      width: '12%',
      className: 'numeric',
      cell: (mechanic) => experience(mechanic),
    },
    { header: 'Vehicle Types', width: '14%', cell: (mechanic) => <VehicleTypes types={mechanic.vehicleTypes} /> },
    {
      header: 'Wallet',
      width: '10%',
      align: 'end',
      className: 'font-medium',
      cell: (mechanic) => formatExactRupees(mechanic.walletPaise),
    },
    { header: 'Status', width: '15%', cell: (mechanic) => <ApplicationBadge status={mechanic.status} wraps /> },
    { header: 'Expert', width: '13%', cell: expertOf },
  ];
}

/** A mechanic on a phone. */
export function mechanicCard(expertOf: (mechanic: Mechanic) => ReactNode): (mechanic: Mechanic) => ListCard {
  return (mechanic) => ({
    id: <CopyableId id={mechanic.id} shown={shortId(mechanic.id)} />,
    status: <ApplicationBadge status={mechanic.status} />,
    person: (
      // The name is what the amount beside it stands on one line with, whatever the photo does.
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
