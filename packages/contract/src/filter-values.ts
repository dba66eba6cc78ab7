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

/** The applications that wait for a decision, and those that wait for the mechanic, who was asked again (WORK-05). */
export const APPLICATION_QUEUES = ['to_decide', 'waiting'] as const;

/** The statuses of a payment. */
export const PAYMENT_STATUSES = ['paid', 'pending', 'failed', 'refunded'] as const;
/** The methods of a payment. Only cash stays with the mechanic (PAYO-08). */
export const PAYMENT_METHODS = ['online', 'cash', 'card', 'upi'] as const;

/** A booking that is pending for longer than this needs somebody (WORK-01). */
export const LONG_WAIT_MINUTES = 30;

/** What a payment out paid: what a mechanic has earned, or a wallet; a void takes one back (PAYO-11). */
export const PAYMENT_OUT_KINDS = ['payout', 'loyalty', 'void'] as const;

/** The kinds of refunds; a dispute is opened by the customer's bank (REFD-01, REFD-03). */
export const REFUND_KINDS = ['full', 'part', 'goodwill', 'dispute'] as const;
/** The states of a refund, then those of a dispute (REFD-01, REFD-03). */
export const REFUND_STATES = [
  ...(['waiting', 'requested', 'confirmed', 'failed', 'rejected', 'withdrawn', 'lapsed'] as const),
  ...(['open', 'lost', 'won'] as const),
] as const;

/** The states of a payment run. Amounts of the first three are not paid otherwise (BANK-01). */
export const RUN_STATES = ['waiting', 'ready', 'sent', 'finished', 'cancelled', 'rejected', 'lapsed'] as const;
