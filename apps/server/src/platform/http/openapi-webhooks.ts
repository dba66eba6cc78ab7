import { eventExamples } from '@wayside/contract/event-examples';
import { EVENT_TYPES, type EventType } from '@wayside/contract/event-types';
import { eventData } from '@wayside/contract/events';
import { wireSchema } from './wire-schema.ts';

const HEADERS = {
  'webhook-id': 'The id of the event, the same at each try: ignore one that you have already.',
  'webhook-timestamp': 'When this try was made, in seconds.',
  'webhook-signature':
    'The signatures by Standard Webhooks, separated by a space; two for 24 hours after a rotation.',
};

const header = ([name, description]: [string, string]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

function operation(type: EventType) {
  const schema = {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: { type: 'string' },
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: wireSchema(eventData[type]),
    },
  };
  return {
    operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `An administrator’s change of the type ${type}.`,
    tags: ['webhooks'],
    security: [],
    parameters: Object.entries(HEADERS).map(header),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { made: { value: eventExamples[type] } } } },
    },
    responses: {
      '2XX': { description: 'Received, if it comes within 15 seconds. Anything else is tried again.' },
      410: { description: 'Gone: switches the endpoint off at once.' },
    },
  };
}

/** The events as the OpenAPI document describes them, each with an example that a test makes (HOOK-01). */
export function webhookOperations() {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: operation(type) }]));
}
