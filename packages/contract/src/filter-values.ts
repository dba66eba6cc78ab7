/** The words by which lists are filtered, apart from their records: an address of the web needs nothing else of them. */

/** The kinds of bookings: services at an agreed time, or help at the roadside. */
export const BOOKING_KINDS = ['services', 'emergency'] as const;

/** The statuses of a booking; another provider may have more (BOOK-05). */
export const BOOKING_STATUSES = [
  'pending',
  'accepted',
  'arrived',
  'completed',
  'user_confirmed',
  'rating_given',
  'cancelled',
] as const;

/** The statuses of a mechanic's application. */
export const APPLICATION_STATUSES = [
  'pending',
  'sent_for_verification',
  'resent_for_verification',
  'approved',
  'rejected',
] as const;

/** The statuses of a payment. */
export const PAYMENT_STATUSES = ['paid', 'pending', 'failed', 'refunded'] as const;
/** The methods of a payment. Only cash stays with the mechanic (PAYO-08). */
export const PAYMENT_METHODS = ['online', 'cash', 'card', 'upi'] as const;
