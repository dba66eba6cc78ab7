/** Messages about service keys and webhooks. */
export const INTEGRATIONS_SENTENCES = {
  two_keys_of_name: 'There are already two valid keys named {name}. First revoke the one that is no longer used.',
  not_into_private_network: 'must not point into a private network',
  most_endpoints: 'There are already {most} webhook endpoints, which is the maximum.',
  endpoint_off: 'This endpoint is off. Switch it on first.',
  test_event_not_repeatable: 'A test event cannot be sent again. Send another test.',
} as const;
