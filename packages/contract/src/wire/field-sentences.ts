import { type Sentence, sentencesOf } from './sentence.ts';

/** Validation messages of the contract, each the end of the sentence "{field} …". */
export const FIELD_SENTENCES = {
  required: 'is required',
  unknown: 'is unknown',
  wrong_type: 'has the wrong type',
  must_be_type: 'must be {type}',
  one_of: 'must be one of {values}',
  several_of: 'must be one or several of {values}',
  at_most_characters: 'must have at most {most} characters',
  at_most_elements: 'must have at most {most} elements',
  well_formed_text: 'must be well-formed text without NUL bytes',
  more_digits_than_json: 'is a number with more digits than a JSON number can hold: send it as text',
  digits_only: 'must contain only digits',
  record_id: 'must be an id of 24 hexadecimal characters',
  any_id: 'must be an id',
  ids_at_most: 'must be up to {most} ids, separated by commas',
  ids_from_one: 'must be 1 to {most} ids',
  row_number: 'must be the number of a row',
  number: 'must be a number',
  number_of_years: 'must be a number of years',
  number_from_to: 'must be a number from {least} to {most}',
  whole_number_from_to: 'must be a whole number from {least} to {most}',
  integer_from_zero: 'must be an integer from 0 to {most}',
  date: 'must be a date',
  date_of_known_years: 'must be a date between the years 1900 and 9999',
  day: 'must be a day like 2026-02-28',
  month: 'must be a month like 2026-02',
  not_before: 'must not be before {from}',
  file: 'must be a file',
  address: 'must be an address',
  endpoint_address: 'must be an address such as https://hooks.example.com/wayside',
  no_credentials: 'must not contain a user name or password',
  push_service_address: 'must be the https address of a push service',
  bytes_in_base64url: 'must be {bytes} bytes in base64url',
  position: 'must be [longitude, latitude] in degrees',
  phone_number: 'must be a phone number',
  amount: 'must be an amount in rupees',
  exact_amount: 'must be an amount in rupees with at most two decimals',
  not_negative: 'must not be negative',
  above_zero: 'must be above 0',
  more_than_zero: 'must be more than 0',
  not_zero: 'must not be 0',
  some_scope: 'must contain at least one scope',
  some_event_type: 'must name an event type, or be null for all',
  feed_cursor: 'must be a cursor of this feed',
  feed_event: 'must be the `id` of an event of the feed',
  scientific_number: 'is a number in scientific notation: a spreadsheet has removed its last digits',
  letter_or_digit: 'must have a letter or digit',
  look_alike_letters: 'has Cyrillic or Greek letters that look like Latin ones: write it in Latin letters',
  placeholder: 'is a placeholder, not a transaction ID',
  no_id_of_source: '{issue}. Send the id from the bank, or omit the field if there is none',
} as const;

export type FieldCode = keyof typeof FIELD_SENTENCES;

/** The reason why a field is invalid. */
export type FieldIssue = Sentence<FieldCode>;

/** Creates the issue of a field from its code. */
export const fieldIssue = sentencesOf(FIELD_SENTENCES);
