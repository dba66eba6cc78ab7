/** Messages about payouts, loyalty, balances and the ledger. */
export const MONEY_SENTENCES = {
  months_back_at_most: 'must be at most {months} months back',
  key_of_another_adjustment: 'This key belongs to another adjustment. Nothing was changed.',
  may_not_adjust: 'Your role may not adjust balances.',
  adjustment_above_limit: 'Your role may adjust a balance by at most {limit} at a time. Nothing was changed.',
  adjustments_above_day_limit:
    'Your role may adjust balances by at most {limit} a day, and you have adjusted {adjusted} today. Nothing was changed.',
  loyalty_needs_approval: 'Loyalty can be paid only to an approved mechanic.',
  wallet_reserved: '{reserved} of the wallet is reserved for a requested payment. Nothing was paid.',
  wallet_below_threshold: 'Loyalty payout requires wallet amount to be more than ₹10',
  wallet_changed: 'The wallet is now {wallet}, not {amount}. Nothing was paid.',
  approver_may_not_pay: 'You may no longer approve payments. Nothing was paid.',
  requester_may_not_pay: 'The person who requested this may no longer pay. Nothing was paid: reject the request.',
  code_in_use: 'The code {code} is in use. Choose another one.',
  code_in_use_by: 'The code {code} is in use by the account "{name}". Choose another one.',
  credited: '{amount} credited.',
  debited: '{amount} debited.',
  paid: '{amount} paid, transaction ID {transactionId}.',
  sent_for_approval: 'Sent for approval. Another person must approve it.',
  already_paid:
    'Transaction ID {transactionId} was already used to pay {amount} to {payee} on {date}. Nothing was paid.',
  already_paid_undated:
    'Transaction ID {transactionId} was already used to pay {amount} to {payee}. Nothing was paid.',
  already_paid_voided:
    'Transaction ID {transactionId} was already used to pay {amount} to {payee} on {date}; that payment is voided. Nothing was paid.',
  already_paid_undated_voided:
    'Transaction ID {transactionId} was already used to pay {amount} to {payee}; that payment is voided. Nothing was paid.',
  already_paid_loyalty:
    'Transaction ID {transactionId} was already used to pay {amount} of loyalty to {payee} on {date}. Nothing was paid.',
  already_paid_loyalty_undated:
    'Transaction ID {transactionId} was already used to pay {amount} of loyalty to {payee}. Nothing was paid.',
  already_paid_loyalty_voided:
    'Transaction ID {transactionId} was already used to pay {amount} of loyalty to {payee} on {date}; that payment is voided. Nothing was paid.',
  already_paid_loyalty_undated_voided:
    'Transaction ID {transactionId} was already used to pay {amount} of loyalty to {payee}; that payment is voided. Nothing was paid.',
  id_of_waiting_payment:
    'Transaction ID {transactionId} belongs to a payment that needs approval: {amount} to {payee}. Nothing was paid.',
  id_of_approved_payment:
    'Transaction ID {transactionId} belongs to an approved payment that is not paid yet: {amount} to {payee}. Nothing was paid.',
  paid_with_another_id:
    '{amount} to {payee} was requested with this transaction ID but paid with {paidId}. Nothing was paid.',
  balance_nothing_to_pay: 'The balance is now {balance}: there is nothing to pay.',
  balance_too_small: 'The balance is now {balance}, less than {amount}. Nothing was paid.',
  balance_reserved:
    'The balance is now {balance}, of which {reserved} is reserved for requested payments. Nothing was paid.',
  balance_in_transit: 'The balance is now {balance}, of which {inTransit} is in transit. Nothing was paid.',
  balance_reserved_and_in_transit:
    'The balance is now {balance}, of which {reserved} is reserved for requested payments and {inTransit} is in transit. Nothing was paid.',
  voided_already: '{name} voided this payment on {date}. Nothing was changed.',
  voided_by_program: 'The server voided this payment on {date}. Nothing was changed.',
  owed_again: '{amount} is owed again.',
  owed_again_id_used: '{amount} is owed again. Transaction ID {transactionId} cannot be reused.',
} as const;
