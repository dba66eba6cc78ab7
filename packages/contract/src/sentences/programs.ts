/**
 * Messages about calls with a service key and about malformed requests. They are for developers, so no screen shows
 * them and they are not translated.
 */
export const PROGRAMS_SENTENCES = {
  cursor_too_old: 'Events after this cursor are no longer stored.',
  cursor_ahead: 'This cursor is ahead of the feed: the database was restored.',
  key_revoked: 'This service key was revoked.',
  key_header_expected: 'The header Authorization must be "Bearer" and a service key.',
  key_unknown: 'This service key is unknown.',
  key_expired: 'This service key has expired.',
  key_needed: 'This call needs a service key.',
  key_without_scope: 'This service key has no scope "{scope}".',
  records_waiting: 'Too many records are queued. Please send these again shortly.',
  key_requests_at_once:
    'This service key has {most} concurrent requests, which is the limit. Please wait for a response first.',
  records_type_expected:
    'The body must be JSON (content-type {jsonType}) or one record per line ({linesType}), in UTF-8.',
  client_gone: 'The client closed the connection.',
  no_collection: 'Unknown collection. Use one of {collections}.',
  records_too_late: 'Other records are being written. Please send these again shortly.',
  too_many_records: 'A request has at most {most} records.',
  line_unreadable: 'Line {line}: {reason}.',
  line_no_record: 'Line {line}: expected a record or a list of records.',
  line_after_record: 'Line {line}: text after the record. For one record per line, use the type {type}.',
  body_empty: 'The body is empty.',
  no_host: 'The request has no Host header.',
  entity_tag: 'must be an entity tag',
  json_object_expected: 'The body must be a JSON object.',
  json_expected: 'The body must be JSON (content-type application/json).',
  body_length_wrong: 'The length of the body differs from the Content-Length header.',
  json_invalid: 'The body is not valid JSON.',
  compression_unknown: 'This compression of the body is not supported.',
  compression_wrong: 'The body is not compressed as the Content-Encoding header states.',
  address_malformed: 'The address is malformed.',
  address_part_too_long: 'A part of the address is too long.',
  address_or_headers_too_long: 'The address or the headers are too long.',
  request_unreadable: 'The request could not be read.',
  no_proxy: 'This server is not a proxy.',
} as const;
