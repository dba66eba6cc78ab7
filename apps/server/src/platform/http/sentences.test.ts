import { createNotification } from '@wayside/contract/notifications';
import { createSlot } from '@wayside/contract/slots';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentedOperations, pathWith } from '../../testing/documented-operations.ts';
import { createTestApplication, encodeBody, type TestApplication } from '../../testing/test-application.ts';
import { withoutSentences } from '../../testing/without-sentences.ts';

let test: TestApplication;

beforeAll(async () => {
  test = await createTestApplication();
});
afterAll(() => test.drop());

/** Returns the status of a failure after checking its code; null for other responses. */
async function failureOf(request: InjectOptions): Promise<number | null> {
  const response = await test.app.inject(request);
  if (!String(response.headers['content-type']).startsWith('application/json')) return null;
  const body = response.json();
  if (body.status !== false) return null;
  withoutSentences(body);
  return response.statusCode;
}

it('[LANG-02] every failed call returns a code, and the sentence of that code is the message', async () => {
  const statuses = new Set<number | null>();
  const [owner, viewer] = [await test.signIn(), await test.signIn('viewer')];
  const operations = await documentedOperations(test);
  for (const operation of operations.filter(({ path }) => path !== '/admin/logout')) {
    const { method, path, usualBody } = operation;
    const json = { 'content-type': 'application/json' };
    const url = `/api/v1${pathWith({ path })}`;
    const body = usualBody === null ? {} : { payload: JSON.stringify(usualBody) };
    const requests = [
      { headers: json, ...body },
      { headers: { ...json, token: viewer }, ...body },
      { headers: { ...json, token: owner }, ...body },
      { headers: { ...json, token: owner, 'if-match': '"other"' }, ...body },
      {
        url: `/api/v1${pathWith({ path }, { id: 'x' })}?page=x&limit=x`,
        headers: { ...json, token: owner },
        ...body,
      },
      ...(usualBody === null
        ? []
        : [
            { headers: { ...json, token: owner }, payload: '{"no":' },
            { headers: { ...json, token: owner }, payload: '{}' },
            { headers: { 'content-type': 'text/plain', token: owner }, payload: 'text' },
            { headers: { ...json, token: owner }, payload: `"${'x'.repeat(1_100_000)}"` },
          ]),
    ];
    for (const request of requests) statuses.add(await failureOf({ method, url, ...request }));
  }
  expect(operations.length).toBeGreaterThan(80);
  for (const status of [400, 401, 403, 404, 409, 413, 415]) expect(statuses).toContain(status);
});

it('[LANG-02] throttled guesses, a changed record, an unknown address and a server error also have a code', async () => {
  const token = await test.signIn();
  const guess = { email: 'nobody@example.com', password: 'wrong-password' };
  const guesses = Array.from({ length: 12 }, () => test.call('POST', '/admin/login', { body: guess }));
  expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429);
  const slot = encodeBody(createSlot, { startTime: '09:00', endTime: '10:00', duration: '1 hour' });
  const made = await test.call('POST', '/slot/create', { token, body: slot });
  const { _id } = made.body.data ?? made.body;
  const changed = await test.call('PATCH', `/slot/update/${_id}`, {
    ...{ token, headers: { 'if-match': '"other"' } },
    body: { _id, ...slot },
  });
  expect(changed.status).toBe(412);
  expect(await failureOf({ url: '/api/v1/nowhere' })).toBe(404);
  await test.database.pool.query('ALTER TABLE slots RENAME TO moved_slots');
  expect(await failureOf({ url: '/api/v1/slot/getall', headers: { token } })).toBe(500);
  await test.database.pool.query('ALTER TABLE moved_slots RENAME TO slots');
  const body = encodeBody(createNotification, { message: 'Hello', type: 'user', userId: null, mechanicId: null });
  expect(await test.call('POST', '/notification/create', { token, body })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'user_id', message: 'is required' }] },
  });
});
