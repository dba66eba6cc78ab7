/** Messages about settlement files and their lines. */
export const SETTLEMENTS_SENTENCES = {
  lines_being_matched: 'These lines are still being matched. Please try again shortly. Nothing was changed.',
  line_resolved: 'This line is already resolved. Nothing was changed.',
  line_not_resolved: 'This line is not resolved. Nothing was changed.',
  write_off_waits: 'A write-off of this line is pending approval: reject it first. Nothing was changed.',
  write_off_approved: 'A second person has approved this write-off: it cannot be undone. Nothing was changed.',
  line_of_no_payment:
    'Only payments of a report and credits of a statement can be linked to a payment. Nothing was changed.',
  payment_has_line: 'Payment {payment} is linked to another line. Nothing was changed.',
  two_payments_each_once: 'must contain two or more different payments',
  parts_differ: 'The parts add up to {parts}, but the line is {line}. Nothing was changed.',
  part_differs: '{amount} is not the amount of payment {payment}. Nothing was changed.',
  some_lines_resolved: 'Some of these lines are already resolved or pending approval. Nothing was changed.',
  lines_of_different_states: 'These lines have different states. Select lines of one state. Nothing was changed.',
  lines_not_ignorable:
    'Only duplicates, and bank credits that are missing here, can be ignored. Nothing was changed.',
  line_ids_from_one: 'must be 1 to {most} ids of lines',
  write_off_changed:
    'The line has changed: {requested} was requested, {open} is open now. Reject the request. Nothing was changed.',
  request_changed: 'The request has changed since you opened it. Check it again. Nothing was changed.',
  no_write_off_requested: 'There is no write-off request for this line. Nothing was changed.',
  own_write_off_to_approve: 'You requested this write-off: another person must approve it.',
  person_who_reconciles: 'must be a person who may reconcile settlements',
  files_being_read: 'Other files are being read. Please send this one again shortly.',
  settlement_file_read_before: 'This file was already read as {file} on {date} by {name}. Nothing was changed.',
  settlement_file_read_again: 'Parsed again as {format}.',
  settlement_file_read_as: 'This file is already read as “{format}”. Nothing was changed.',
  settlement_file_worked_on:
    'A person has worked on lines of this file, so it cannot be read again. Nothing was changed.',
  settlement_file_depended_on:
    'A person has resolved lines that depend on this file, so it cannot be read again. Nothing was changed.',
  settlement_file_credited:
    'A bank credit and a settlement are matched by this file, so it cannot be read again. Nothing was changed.',
  settlement_file_closed:
    'A closed day counts lines of this file as reconciled, so it cannot be read again. Nothing was changed.',
  file_of_another_format: 'This is a file of the format “{found}”, not “{chosen}”. Choose that format.',
  line_issue: 'Line {line}: {issue}',
  line_linked: 'Linked.',
  line_split: 'Split.',
  line_saved: 'Saved.',
  line_reopened: 'Undone. The line is matched again.',
  line_written_off: 'Written off.',
  write_off_withdrawn: 'The write-off was withdrawn. The line is open again.',
  write_off_rejected: 'The write-off was rejected. The line is open again.',
  write_offs_requested: [
    '{count} write-off above the limit: another person must approve it.',
    '{count} write-offs above the limit: another person must approve them.',
  ],
  lines_ignored: ['{count} line ignored.', '{count} lines ignored.'],
  lines_written_off: ['{count} line written off.', '{count} lines written off.'],
  no_table_file:
    'This is neither a text file nor an XLSX workbook. Download it as CSV or XLSX, and upload that file.',
  too_many_lines: 'This file has more than {most} lines. Divide it.',
  workbook_too_large:
    'This workbook has more than 30 MB when it is unpacked. Save it as CSV, and upload that file.',
  workbook_unreadable: 'This workbook cannot be read. Download it again, or save it as XLSX or CSV.',
  settlement_file_empty: 'This file is empty.',
  nothing_stored: 'Nothing was stored.',
  no_line_has_headings: 'This is not a file of the format “{format}”: no line has its headings. It needs {needs}.',
  line_has_some_headings:
    'This is not a file of the format “{format}”: line {line} has its headings {headings}, and none for {needs}.',
  needs_day: 'the day ({headings})',
  needs_amount: 'the amount ({headings})',
  needs_amount_taken: 'the amount that is taken away ({headings})',
  needs_type: 'the type ({headings})',
  needs_id: 'the id ({headings})',
  both_needed: '{first}, {second}',
  no_lines_of_format: 'This file has no lines of {format}.',
  statement_too_large: 'A file of this format has at most 10 MB. Divide it by days.',
} as const;
