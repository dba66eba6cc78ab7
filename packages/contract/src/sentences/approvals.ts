/** Messages about payments that need approval. */
export const APPROVALS_SENTENCES = {
  own_payment_to_approve: 'You requested this payment: another person must approve it.',
  payment_made_already: 'This payment has already been made. Reject the request.',
  own_payment_to_reject: 'You requested this payment: withdraw it instead.',
  mechanic_for_payout: 'must be mechanic for a payout',
  required_for_payout: 'is required for a payout',
  key_of_another_payment: 'This key belongs to another request. Nothing was requested.',
  needs_no_approval: 'This payment needs no approval now. Pay it with its transaction ID.',
  payment_of_another_to_withdraw: 'Another user requested this payment: reject it instead.',
  sent_for_approval_to_pay: 'Sent for approval. Pay it at the bank after another person has approved it.',
  payment_approved_now: 'Approved. Nothing is paid yet: pay it at the bank, then record its transaction ID.',
  payment_cancelled_now: 'Cancelled. Nothing was paid.',
  payment_rejected_now: 'Rejected. Nothing was paid.',
  payment_withdrawn_now: 'Withdrawn. Nothing was paid.',
  done_already: 'This has already been done.',
  nobody_approved_yet: 'It is not approved yet. Nothing was recorded.',
  approved_by: '{name} has already approved this. Nothing was changed.',
  rejected_by: '{name} has already rejected this. Nothing was changed.',
  cancelled_by: '{name} has already cancelled this. Nothing was changed.',
  withdrawn_by: '{name} has already withdrawn this. Nothing was changed.',
  request_expired: 'It has expired: it was not approved within 7 days.',
  approval_expired: 'It has expired: its payment was not recorded within 7 days of the approval.',
  approval_expired_not_recorded:
    'It has expired: its payment was not recorded within 7 days of the approval. Nothing was recorded. If the bank has paid it, request it again.',
  paid_by_another_request:
    '{amount} paid, transaction ID {transactionId}. That was another payment. Nothing was recorded.',
  paid_mechanic_owes: '{amount} paid, transaction ID {transactionId}. The mechanic now owes {owed}.',
  paid_wallet_is: '{amount} paid, transaction ID {transactionId}. The wallet is now {wallet}.',
  recorded_with_another_id: '{amount} was already paid with transaction ID {paidId}. Nothing was recorded.',
  recorded_with_another_id_voided:
    '{amount} was already paid with transaction ID {paidId}; that payment is voided. Nothing was recorded.',
} as const;
