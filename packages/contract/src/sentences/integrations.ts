/** Messages about service keys, ingest, the feed of changes and webhooks. */
export const INTEGRATIONS_SENTENCES = {
  cursor_too_old: 'Events after this cursor are no longer kept.',
  cursor_ahead: 'This cursor is ahead of the feed: the database was restored.',
  key_revoked: 'This service key was revoked.',
  two_keys_of_name: 'There are already two valid keys named {name}. Revoke the one that is no longer used first.',
  not_into_private_network: 'must not lead into a private network',
  most_endpoints: 'There are {most} webhook endpoints, which is the most there can be.',
  endpoint_off: 'This endpoint is off. Switch it on first.',
  test_event_not_repeatable: 'A test event is not sent again; send another test.',
  key_header_expected: 'The header Authorization must be "Bearer" and a service key.',
  key_unknown: 'This service key is unknown.',
  key_expired: 'This service key has expired.',
  key_needed: 'This call needs a service key.',
  key_without_scope: 'This service key has no scope "{scope}".',
  records_waiting: 'Too many records are waiting here. Please send these again shortly.',
  key_requests_at_once:
    'This service key has {most} requests at once, which is the limit. Please wait for an answer first.',
  records_type_expected:
    'The body must be JSON (content-type {jsonType}) or one record a line ({linesType}), in UTF-8.',
  client_gone: 'The client has hung up.',
  no_collection: 'There is no such collection. It is one of {collections}.',
  records_too_late: 'Other records are being written. Please send these again.',
  too_many_records: 'A request has at most {most} records.',
  line_unreadable: 'Line {line}: {reason}.',
  line_no_record: 'Line {line}: a record or a list of records must stand here.',
  line_after_record: 'Line {line}: text after the record. One record a line has the type {type}.',
  body_empty: 'The body is empty.',
} as const;
