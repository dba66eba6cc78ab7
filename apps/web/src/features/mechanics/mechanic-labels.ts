import type { Mechanic } from '@wayside/contract/mechanics';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { formatCoordinates, formatRupees, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';

/** The badge of each status, in the order of the filter (MECH-01, MECH-02). */
export const STATUS_LABELS: Readonly<Record<string, StatusLabel>> = {
  pending: { label: 'Pending', tone: 'warning' },
  sent_for_verification: { label: 'Sent for Verification', tone: 'info' },
  resent_for_verification: { label: 'Resend for Verification', tone: 'info' },
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
};

/** The badge of a status; an unknown status is shown as it is. */
export function statusLabel(status: Mechanic['status']): StatusLabel {
  const word = orNotAvailable(status);
  return lookUp(STATUS_LABELS, word) ?? { label: wordAsGiven(word), tone: 'neutral' };
}

/** "8 years", or N/A (MECH-02). */
export function experience({ shop }: Pick<Mechanic, 'shop'>): string {
  const years = shop?.experienceYears ?? null;
  if (years === null) return NOT_AVAILABLE;
  return `${years} ${years === 1 ? 'year' : 'years'}`;
}

/** "₹400 per hour", or N/A (MECH-04). */
export function serviceCharge({ shop }: Pick<Mechanic, 'shop'>): string {
  const paise = shop?.perHourPaise ?? null;
  return paise === null ? NOT_AVAILABLE : `${formatRupees(paise)} per hour`;
}

/** The location of the shop as coordinates and as text; null where it is not known (MECH-03). */
export function shopPlace({ shop }: Pick<Mechanic, 'shop'>) {
  if (!shop || shop.latitude === null || shop.longitude === null) return null;
  const { latitude, longitude } = shop;
  return { latitude, longitude, text: formatCoordinates(latitude, longitude) };
}
