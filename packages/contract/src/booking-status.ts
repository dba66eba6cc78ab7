import { BOOKING_STATUSES } from './filter-values.ts';
import { openEnum } from './wire/fields.ts';

/** The statuses that the wire spells otherwise. */
export const STATUS_SPELLINGS = {
  accepted: 'accecpted',
  user_confirmed: 'userconform',
  rating_given: 'ratinggiven',
} as const;

/** How the wire spells a booking's status. Apart from bookings: the roadside desk needs nothing else of them. */
export const bookingStatus = openEnum(BOOKING_STATUSES, STATUS_SPELLINGS);
