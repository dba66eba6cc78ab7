/**
 * The values of filters. They are separate from the records' files, so that the web app can read addresses without
 * loading those files.
 */

/** The kinds of bookings: services at an agreed time, or roadside help. */
export const BOOKING_KINDS = ['services', 'emergency'] as const;

/** The statuses of a booking; an external provider may have more (BOOK-05). */
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

/** The queues of applications: those to decide, and those waiting for the mechanic's resubmission (WORK-05). */
export const APPLICATION_QUEUES = ['to_decide', 'waiting'] as const;

/** The statuses of a payment. */
export const PAYMENT_STATUSES = ['paid', 'pending', 'failed', 'refunded'] as const;
/** The methods of a payment. The mechanic keeps only cash (PAYO-08). */
export const PAYMENT_METHODS = ['online', 'cash', 'card', 'upi'] as const;

/** A booking that is pending for longer than this needs attention (WORK-01). */
export const LONG_WAIT_MINUTES = 30;

/**
 * The kinds of payments out: a payout of a mechanic's earnings, a loyalty payout of a wallet, or a void that reverses
 * one of them (PAYO-11).
 */
export const PAYMENT_OUT_KINDS = ['payout', 'loyalty', 'void'] as const;

/** The kinds of refunds. The customer's bank opens a dispute (REFD-01, REFD-03). */
export const REFUND_KINDS = ['full', 'part', 'goodwill', 'dispute'] as const;
/** The number of days after which a refund without a response needs attention and can be cancelled (REFD-01). */
export const REFUND_RESPONSE_DAYS = 3;
/** The states of a refund, then those of a dispute (REFD-01, REFD-03). */
export const REFUND_STATES = [
  ...([
    'waiting',
    'requested',
    'confirmed',
    'failed',
    'cancelled',
    'rejected',
    'withdrawn',
    'expired',
    'linked',
  ] as const),
  ...(['open', 'lost', 'won'] as const),
] as const;

/** The states of a payment run. In the first three states, its amounts cannot be paid in any other way (BANK-01). */
export const RUN_STATES = ['waiting', 'ready', 'sent', 'finished', 'cancelled', 'rejected', 'lapsed'] as const;

/** The sources of settlement files (RECON-01). */
export const SETTLEMENT_FILE_KINDS = ['gateway', 'bank'] as const;

/** The states of a settlement line, which is always in exactly one of them (RECON-02, docs/money.md). */
export const LINE_STATES = [
  'matched',
  'amount_differs',
  'missing_here',
  'missing_there',
  'duplicate',
  'refunded',
  'ignored',
] as const;

/** The age of an exception in days since the day of its payment (RECON-03). */
export const LINE_AGES = ['0-1', '2-3', '4-7', '8+'] as const;

/** The number of days after its payment at which an exception is past T+2 and needs attention (RECON-03). */
export const OVERDUE_DAYS = 3;

/** The states of a settlement, which tell whether a bank credit with its UTR was found (RECON-02). */
export const SETTLEMENT_STATES = ['matched', 'amount_differs', 'missing_there'] as const;
