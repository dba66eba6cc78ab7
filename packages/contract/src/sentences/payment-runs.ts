/** Messages about payment runs and bank result files. */
export const PAYMENT_RUNS_SENTENCES = {
  key_of_another_run: 'Another run was made with this key. Nothing was reserved.',
  nobody_to_pay: 'There is nobody to pay. Nothing was reserved.',
  run_total_changed:
    'It is {total} to {count} now, not {seenTotal} to {seenCount}: balances or details have changed. Nothing was reserved.',
  more_rows_than_file: 'are more than the {most} rows that {bank} takes in a file',
  own_run_to_approve: 'You have made this run: somebody else must approve it.',
  own_run_to_reject: 'You have made this run: cancel it instead.',
  row_removed_already: 'This row was removed already. Nothing was changed.',
  last_row_of_run: 'This is the last row of the run: cancel the run instead.',
  run_file_not_made: 'The file of this run is not made yet.',
  not_known: 'is not known',
  required_for_made_payment: 'is required for a payment that was made',
  result_file_empty: 'This file has no payments.',
  result_file_of_another_bank: 'No line of this file can be read as a result of {bank}. Choose another format.',
  run_waits: 'It waits for approval. Nothing was changed.',
  run_approved: 'It is approved already. Nothing was changed.',
  run_sent: 'Its file was made already: the bank may have it. Nothing was changed.',
  run_finished: 'It has ended already. Nothing was changed.',
  run_cancelled: 'It was cancelled already. {name} did it. Nothing was changed.',
  run_rejected: 'It was rejected already. {name} did it. Nothing was changed.',
  run_expired: 'It has expired: nobody approved it within 7 days. Nothing was changed.',
  run_approved_now: 'Approved. Its file can be made now.',
  run_rejected_now: 'Rejected. Its amounts are free.',
  run_cancelled_now: 'Cancelled. Its amounts are free.',
  row_removed: 'Removed. Its amount is free.',
  run_without_rows: 'Nothing of this run can be paid: it has no rows. Cancel it and make another.',
  run_file_ready_one: '{file} is ready: {payments} payment.',
  run_file_ready: '{file} is ready: {payments} payments.',
  run_file_ready_one_removed_one:
    '{file} is ready: {payments} payment. {rows} row could not be paid any more and was removed; see the reasons.',
  run_file_ready_one_removed:
    '{file} is ready: {payments} payment. {rows} rows could not be paid any more and was removed; see the reasons.',
  run_file_ready_removed_one:
    '{file} is ready: {payments} payments. {rows} row could not be paid any more and was removed; see the reasons.',
  run_file_ready_removed:
    '{file} is ready: {payments} payments. {rows} rows could not be paid any more and was removed; see the reasons.',
  known_already: 'This was known already. Nothing was changed.',
  recorded_paid: 'Recorded as paid.',
  recorded_paid_mechanic_owes: 'Recorded as paid. The mechanic owes {amount} now.',
  recorded_failed: 'Recorded as failed. The amount is owed again.',
  recorded_reversed: 'Recorded as reversed. The amount is owed again.',
  recorded_processing: 'The bank still has it.',
  recorded_all_failed: 'Recorded. The amounts are owed again.',
  open_rows_changed: 'The bank has {count} rows of this run now, not {left}. Nothing was changed.',
  open_rows_changed_after_some:
    'The bank has {count} rows of this run now, not {left}. {done} are recorded as failed.',
  file_reading_resumed: 'Part of this file was read before. Reading continues.',
  file_read_before: 'This file was read before. Nothing was changed.',
  run_unpayable: 'Nothing of this run can be paid: {reason} Cancel it and make another.',
  row_not_sent: 'This payment was not sent to the bank. Nothing was changed.',
  row_left_run: 'This payment left the run before it was sent. Nothing was changed.',
  transaction_id_of_another_payment:
    'Transaction ID {transactionId} already belongs to another payment. Nothing was changed.',
  paid_with_other_id: 'It is paid with transaction ID {stored}, and the bank says {said}. Nothing was changed.',
  bank_says_paid_here_paid: 'The bank says that it was paid, and it is paid here. Nothing was changed.',
  bank_says_paid_here_failed: 'The bank says that it was paid, and it has failed here. Nothing was changed.',
  bank_says_paid_here_reversed: 'The bank says that it was paid, and it was reversed here. Nothing was changed.',
  bank_says_failed_here_paid: 'The bank says that it was failed, and it is paid here. Nothing was changed.',
  bank_says_failed_here_failed: 'The bank says that it was failed, and it has failed here. Nothing was changed.',
  bank_says_failed_here_reversed:
    'The bank says that it was failed, and it was reversed here. Nothing was changed.',
  bank_says_reversed_here_paid: 'The bank says that it was reversed, and it is paid here. Nothing was changed.',
  bank_says_reversed_here_failed:
    'The bank says that it was reversed, and it has failed here. Nothing was changed.',
  bank_says_reversed_here_reversed:
    'The bank says that it was reversed, and it was reversed here. Nothing was changed.',
  bank_says_processing_here_paid: 'The bank says that it was processing, and it is paid here. Nothing was changed.',
  bank_says_processing_here_failed:
    'The bank says that it was processing, and it has failed here. Nothing was changed.',
  bank_says_processing_here_reversed:
    'The bank says that it was processing, and it was reversed here. Nothing was changed.',
  no_text_file: 'This isn’t a text file. Save the bank’s results as CSV, and upload that file.',
  line_too_long: 'Line {line} has more than {most} characters. Download the file again.',
  no_results_of_bank: 'This isn’t a results file of {bank}: the column "{column}" is missing.',
  open_quotation_mark: 'Line {line}: a quotation mark opens here and never closes.',
  file_unreadable: 'This file cannot be read: {reason}',
} as const;
