import { FIELD_SENTENCES } from '../wire/field-sentences.ts';
import { PEOPLE_SENTENCES } from './people.ts';

/** Reasons why a job ended or did not change a row. */
const JOB_CAUSES = {
  customer_erased: 'The customer’s data is erased.',
  mechanic_erased: 'The mechanic’s data is erased.',
  no_such_customer: 'There is no such customer.',
  no_such_mechanic: 'There is no such mechanic.',
  blocked_already: 'Already blocked.',
  not_blocked: 'Not blocked.',
  changed_by_somebody: 'Another user has changed it since.',
  change_not_accepted: 'The database rejected the change.',
  job_cancelled_by: '{name} cancelled it.',
  job_cancelled_by_somebody: 'It was cancelled.',
  may_not_block: '{name} may no longer block or unblock.',
  starter_may_not_block: 'The user who started it may no longer block or unblock.',
} as const;

/** Reasons why a mechanic cannot be in a payment run, or why a row was removed from one. */
const RUN_CAUSES = {
  nothing_owed: 'The balance is not positive.',
  full_balance_not_free: 'The full balance is in transit or pending approval: {amount}.',
  amount_below: 'The amount is below the minimum of {amount}.',
  amount_below_of_bank: 'The amount is below the minimum of {bank}, {amount}.',
  bank_does_not_pay: '{bank} does not pay this amount to this account or UPI ID.',
  no_account_no_upi_id: 'There is no bank account and no UPI ID.',
  no_account_only_upi_id: 'There is no bank account, and this bank does not pay to a UPI ID.',
  account_not_digits: 'The account number contains characters other than digits.',
  ifsc_missing: 'The IFSC code is missing.',
  ifsc_not_valid: 'The IFSC code is invalid: it must have 11 characters, and the fifth must be 0.',
  no_upi_id: 'There is no UPI ID.',
  upi_id_not_valid: 'The UPI ID is not valid.',
  holder_too_long: 'The name of the account holder is longer than the {most} characters that the bank accepts.',
  holder_too_short: 'The name of the account holder is shorter than the {least} characters that the bank requires.',
  holder_missing: 'The name of the account holder is missing.',
  heading_too_long: '{heading} is longer than the {most} characters that the bank accepts.',
  heading_too_short: '{heading} is shorter than the {least} characters that the bank requires.',
  heading_missing: '{heading} is missing.',
  mechanic_gone: 'The mechanic no longer exists.',
  less_owed_than_in_transit: '{amount} is owed now, less than the amount in transit.',
  bank_details_changed: 'The bank details have changed since the run was made.',
} as const;

/** Reasons why the processing of a bank result file stopped, or why a user must handle one of its lines. */
const RESULT_CAUSES = {
  may_not_move_money: '{name} may no longer move money.',
  uploader_may_not_move_money: 'The user who uploaded it may no longer move money.',
  stored_file_locked: 'The stored file cannot be decrypted with the data key of the server.',
  lines_not_storable: 'Lines {from} to {to} contain a value that cannot be stored. None of them was read.',
  no_payment_of_reference: 'No payment of Wayside has this reference.',
  reference_repeated: 'An earlier line of this file has the same reference.',
  bank_amount_differs: 'The bank reports {said}, but {sent} was sent.',
  line_without_account: 'The line has no account or UPI ID, so it cannot be compared with the payment.',
  line_hides_account: 'The account or UPI ID in the line is masked too much to be compared with the payment.',
  bank_names_another_account: 'The bank reports another account or UPI ID than the one in the file.',
  payment_not_sent: 'This payment was not sent to the bank.',
  payment_left_run: 'This payment was removed from the run before the file was sent.',
  paid_without_id: 'The bank reports it as paid, but without a transaction ID.',
  id_used_by_another: 'Transaction ID {transactionId} already belongs to another payment.',
  bank_says_another_id: 'It is paid with transaction ID {stored}, but the bank reports {said}.',
  bank_said_paid_here_paid: 'The bank reports it as paid, and it is already recorded as paid.',
  bank_said_paid_here_failed: 'The bank reports it as paid, but it is recorded as failed.',
  bank_said_paid_here_reversed: 'The bank reports it as paid, but it is recorded as reversed.',
  bank_said_failed_here_paid: 'The bank reports it as failed, but it is recorded as paid.',
  bank_said_failed_here_failed: 'The bank reports it as failed, and it is already recorded as failed.',
  bank_said_failed_here_reversed: 'The bank reports it as failed, but it is recorded as reversed.',
  bank_said_reversed_here_paid: 'The bank reports it as reversed, but it is recorded as paid.',
  bank_said_reversed_here_failed: 'The bank reports it as reversed, but it is recorded as failed.',
  bank_said_reversed_here_reversed: 'The bank reports it as reversed, and it is already recorded as reversed.',
  bank_said_processing_here_paid: 'The bank reports it as processing, but it is recorded as paid.',
  bank_said_processing_here_failed: 'The bank reports it as processing, but it is recorded as failed.',
  bank_said_processing_here_reversed: 'The bank reports it as processing, but it is recorded as reversed.',
} as const;

/** Reasons why a line of a bank or gateway file cannot be read. */
const LINE_CAUSES = {
  line_not_readable: 'The line cannot be read.',
  line_runs_over: 'It spans several lines: it, or one of the next lines, lacks a quotation mark.',
  line_no_reference: 'It has no reference.',
  line_no_status: 'It has no status.',
  line_status_unknown: 'Its status "{status}" is unknown.',
  line_transaction_id: 'Its transaction ID {issue}.',
  line_cell_too_long: 'Its {cell} is too long.',
  line_cell_no_rupees: 'Its {cell} is not an amount in rupees.',
  line_cell_rounded:
    'Its {cell} is a number in scientific notation: a spreadsheet has removed its last digits. Use the file as the bank provided it.',
  line_cell_rounded_in_report:
    'Its {cell} is a number in scientific notation: a spreadsheet has removed its last digits. Use the file as it was downloaded.',
  line_currency: 'Its currency is {currency}. Only rupees (INR) are read.',
  line_no_amount: 'It has no amount.',
  line_payment_below_zero: 'It is a payment with a negative amount.',
  line_no_payment_id: 'It has no payment id.',
  line_no_day: 'It has no date.',
  line_day_unknown: 'Its date "{day}" is not recognised.',
  line_day_in_future: 'Its date {day} is in the future.',
  line_amounts_too_large: 'The sum of the amounts up to this line is too large.',
  line_entry_unreadable: 'Its entry "{entry}" cannot be read.',
  line_entry_open: 'Its entry has no end.',
  line_no_direction: 'It is neither a credit nor a debit.',
} as const;

/** The names of a line's cells, for use within an error message. */
const CELL_LABELS = {
  cell_account: 'account',
  cell_amount: 'amount',
  cell_bank_reference: 'bankReference',
  cell_credit: 'credit',
  cell_debit: 'debit',
  cell_fee: 'fee',
  cell_net: 'net',
  cell_order: 'order',
  cell_payment: 'payment',
  cell_reference: 'reference',
  cell_settlement: 'settlement',
  cell_tax: 'tax',
  cell_transaction_id: 'transaction ID',
  cell_upi_id: 'UPI ID',
  cell_utr: 'utr',
} as const;

/**
 * Messages that are stored as English text or embedded in other messages. The server's `findCause` maps the text back
 * to the code.
 */
export const CAUSES_SENTENCES = {
  ...JOB_CAUSES,
  ...RUN_CAUSES,
  ...RESULT_CAUSES,
  ...LINE_CAUSES,
  ...CELL_LABELS,
} as const;

const { required, scientific_number, letter_or_digit, look_alike_letters, placeholder } = FIELD_SENTENCES;
const { block_needs_approval } = PEOPLE_SENTENCES;

/** All messages that can be mapped from their text back to a code. */
export const FOUND_SENTENCES = {
  ...CAUSES_SENTENCES,
  ...{ required, scientific_number, letter_or_digit, look_alike_letters, placeholder },
  block_needs_approval,
} as const;
