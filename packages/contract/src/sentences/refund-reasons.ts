/** Reasons why a payment cannot be refunded any further. */
export const REFUND_REASONS = {
  unpaid: 'This payment is not paid.',
  paid: 'This payment was {paid}.',
  returned: 'The bank has already returned {returned}.',
  pending: '{pending} is pending confirmation.',
  disputed: '{disputed} of this payment is disputed.',
  returned_pending: 'The bank has already returned {returned}. {pending} is pending confirmation.',
  returned_disputed: 'The bank has already returned {returned}. {disputed} of this payment is disputed.',
  pending_disputed: '{pending} is pending confirmation. {disputed} of this payment is disputed.',
  returned_pending_disputed:
    'The bank has already returned {returned}. {pending} is pending confirmation. {disputed} of this payment is disputed.',
} as const;

/** The ending of the message, which says what follows from the reason. */
const REFUND_ENDINGS = {
  not_requested: 'Nothing was requested.',
  to_reject: 'Reject the request.',
  not_changed: 'Nothing was changed.',
} as const;

export type RefundReason = keyof typeof REFUND_REASONS;
export type RefundEnding = keyof typeof REFUND_ENDINGS;

/** Every combination of a reason and an ending, such as `refund_unpaid_not_requested`. */
export const REFUND_REASON_SENTENCES = Object.fromEntries(
  Object.entries(REFUND_REASONS).flatMap(([reason, because]) =>
    Object.entries(REFUND_ENDINGS).map(([ending, text]) => [`refund_${reason}_${ending}`, `${because} ${text}`]),
  ),
) as Readonly<Record<`refund_${RefundReason}_${RefundEnding}`, string>>;
