/** Messages about payouts, loyalty, balances and the ledger. */
export const MONEY_SENTENCES = {
  months_back_at_most: 'must be {months} months back at most',
  key_of_another_adjustment: 'This key belongs to another adjustment. Nothing was changed.',
  may_not_adjust: 'Your role may not adjust balances.',
  adjustment_above_limit: 'Your role may adjust a balance by {limit} at most at a time. Nothing was changed.',
  adjustments_above_day_limit:
    'Your role may adjust balances by {limit} at most within a day, and you have adjusted {adjusted} today. Nothing was changed.',
  loyalty_needs_approval: 'Only an approved mechanic is paid loyalty.',
  wallet_reserved: '{reserved} of the wallet is reserved for a requested payment. Nothing was paid now.',
  wallet_below_threshold: 'Loyalty payout requires wallet amount to be more than ₹10',
  wallet_changed: 'The wallet holds {wallet} now, not {amount}. Nothing was paid.',
  approver_may_not_pay: 'You may not approve payments any more. Nothing was paid.',
  requester_may_not_pay:
    'The person who requested this may not pay any more. Nothing was paid: reject the request.',
  code_in_use: 'The code {code} is in use. Choose another one.',
  code_in_use_by: 'The code {code} is in use by the account "{name}". Choose another one.',
  credited: '{amount} credited.',
  debited: '{amount} debited.',
  paid: '{amount} paid, transaction ID {transactionId}.',
  sent_for_approval: 'Sent for approval. Somebody else must approve it.',
  already_paid:
    'Transaction ID {transactionId} has already paid {amount} to {payee} on {date}. Nothing was paid now.',
  already_paid_undated:
    'Transaction ID {transactionId} has already paid {amount} to {payee}. Nothing was paid now.',
  already_paid_voided:
    'Transaction ID {transactionId} has already paid {amount} to {payee} on {date}, which is voided. Nothing was paid now.',
  already_paid_undated_voided:
    'Transaction ID {transactionId} has already paid {amount} to {payee}, which is voided. Nothing was paid now.',
  already_paid_loyalty:
    'Transaction ID {transactionId} has already paid {amount} of loyalty to {payee} on {date}. Nothing was paid now.',
  already_paid_loyalty_undated:
    'Transaction ID {transactionId} has already paid {amount} of loyalty to {payee}. Nothing was paid now.',
  already_paid_loyalty_voided:
    'Transaction ID {transactionId} has already paid {amount} of loyalty to {payee} on {date}, which is voided. Nothing was paid now.',
  already_paid_loyalty_undated_voided:
    'Transaction ID {transactionId} has already paid {amount} of loyalty to {payee}, which is voided. Nothing was paid now.',
  id_of_waiting_payment:
    'Transaction ID {transactionId} waits for approval: {amount} to {payee}. Nothing was paid now.',
  id_of_approved_payment:
    'Transaction ID {transactionId} belongs to an approved payment that is to be paid: {amount} to {payee}. Nothing was paid now.',
  paid_with_another_id:
    '{amount} to {payee} was requested with this transaction ID and paid with {paidId}. Nothing was paid now.',
  balance_nothing_to_pay: 'The balance is {balance} now: there is nothing to pay.',
  balance_too_small: 'The balance is {balance} now, less than {amount}. Nothing was paid.',
  balance_reserved:
    'The balance is {balance} now, of which {reserved} is reserved for requested payments. Nothing was paid.',
  balance_in_transit: 'The balance is {balance} now, of which {inTransit} is on its way. Nothing was paid.',
  balance_reserved_and_in_transit:
    'The balance is {balance} now, of which {reserved} is reserved for requested payments and {inTransit} is on its way. Nothing was paid.',
  voided_already: '{name} voided this payment on {date}. Nothing was changed.',
  voided_by_program: 'The program voided this payment on {date}. Nothing was changed.',
  owed_again: '{amount} is owed again.',
  owed_again_id_used: '{amount} is owed again. Transaction ID {transactionId} stays used.',
} as const;
