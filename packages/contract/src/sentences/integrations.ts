/** Of service keys and webhooks. */
export const INTEGRATIONS_SENTENCES = {
  two_keys_of_name: 'There are already two valid keys named {name}. Revoke the one that is no longer used first.',
  not_into_private_network: 'must not lead into a private network',
  most_endpoints: 'There are {most} webhook endpoints, which is the most there can be.',
  endpoint_off: 'This endpoint is off. Switch it on first.',
  test_event_not_repeatable: 'A test event is not sent again; send another test.',
} as const;
