/** Messages about closed days. */
export const CLOSES_SENTENCES = {
  days_not_closed: 'Not all days from {from} to {to} are closed. Nothing was exported.',
  day_not_closed: '{day} is not closed. Nothing was changed.',
  within_days_of_from: 'must be within {most} days of from',
  first_open_day: 'must be {day}, the first open day',
  not_after_day: 'must not be after day',
  most_days_to_close: 'is the last of {count} days; at most {most} are closed at a time',
  day_not_ended: '{day} has not ended yet. Nothing was closed.',
  day_closed: '{day} is already closed: {name} closed it on {date}. Nothing was changed.',
  day_closed_with_later:
    '{day} is already closed: {name} closed the days up to {last} on {date}. Nothing was changed.',
  day_closed_by_command: '{day} is already closed: a command closed it on {date}. Nothing was changed.',
  day_closed_with_later_by_command:
    '{day} is already closed: a command closed the days up to {last} on {date}. Nothing was changed.',
  day_closed_now: '{day} is closed.',
  days_closed_now: '{first} to {day} are closed: {days} days.',
  day_closed_now_unreconciled: '{day} is closed. Unreconciled: {count}, {amount}.',
  days_closed_now_unreconciled: '{first} to {day} are closed: {days} days. Unreconciled: {count}, {amount}.',
  day_open_again: '{day} is open again.',
  days_open_again: '{day} to {last} are open again: {days} days.',
} as const;
