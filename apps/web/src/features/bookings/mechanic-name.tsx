import type { Booking } from '@wayside/contract/bookings';
import { t } from '../../languages/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { PersonLink } from '../people/person-link.tsx';

export function MechanicName({ booking, isWhole = false }: { booking: Booking; isWhole?: boolean }) {
  if (!booking.mechanic) return <Badge>{t('Unassigned')}</Badge>;
  return <PersonLink person={booking.mechanic} as="mechanic" isWhole={isWhole} />;
}
