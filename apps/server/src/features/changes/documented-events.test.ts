import { readFile } from 'node:fs/promises';
import { eventExamples } from '@wayside/contract/event-examples';
import { EVENT_TYPES } from '@wayside/contract/event-types';
import { expect, it } from 'vitest';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const DOCUMENT = new URL('../../../../../docs/events.md', import.meta.url);
const SECTION = /^### (\S+)\n\n[^\n]+\n\n```json\n(.*?)\n```$/gms;

const { send } = signedInApplication();

it('[HOOK-01] docs/events.md describes each event type with its example data', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const documented = [...text.matchAll(SECTION)].map(([, type = '', json = '']) => [type, JSON.parse(json)]);
  expect(documented).toEqual(EVENT_TYPES.map((type) => [type, eventExamples[type].data]));
});

it('[HOOK-01, API-16] the OpenAPI document describes each event type with its example', async () => {
  const { body } = await send('GET', '/openapi.json');
  expect(Object.keys(body.webhooks)).toEqual(EVENT_TYPES);
  for (const type of EVENT_TYPES) {
    const { schema, examples } = body.webhooks[type].post.requestBody.content['application/json'];
    expect(examples.made.value).toEqual(eventExamples[type]);
    const known = Object.keys(schema.properties.data.properties);
    expect(known).toEqual(expect.arrayContaining(Object.keys(eventExamples[type].data)));
  }
});
