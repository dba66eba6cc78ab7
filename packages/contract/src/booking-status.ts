import { BOOKING_STATUSES } from './filter-values.ts';
import { BOOKING_STATUS_SPELLINGS } from './lists.ts';
import { openEnum } from './wire/fields.ts';

/** How the wire spells a booking's status. Apart from bookings: the roadside desk needs nothing else of them. */
export const bookingStatus = openEnum(BOOKING_STATUSES, BOOKING_STATUS_SPELLINGS);
