import { endpointsOf } from '@wayside/contract/wire/endpoint';
import { maybe, numeric, oneOf, recordId, text } from '@wayside/contract/wire/fields';
import { success, wireObject } from '@wayside/contract/wire/wire-object';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, onUnauthorized } from './api.ts';
import { ApiError, failureText, fieldErrors, isWorthRetrying } from './api-error.ts';
import { loadConfig } from './config.ts';

const rename = endpointsOf('things')('rename', 'POST /thing/{id}', {
  summary: 'Renames a thing.',
  permission: 'records:read',
  params: wireObject({ id: recordId }),
  query: wireObject({ kind: maybe(text), page: maybe(numeric) }),
  body: wireObject({ name: text }, { name: 'thingname' }),
  response: success({ name: text, note: maybe(text) }, { name: 'thingname' }),
});
const enter = { ...rename, name: 'enter', permission: 'public' as const };

const id = '65f1c0ffee65f1c0ff0a1b2c';
const input = { params: { id }, query: { kind: null, page: 2 }, body: { name: 'Jack' } };
const fetched = vi.fn<typeof fetch>();
const responses = (status: number, body: unknown) => fetched.mockResolvedValue(Response.json(body, { status }));
const failureOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call did not fail with an ApiError');
  return error;
};

let token: string | null = 'abc';
const expired = vi.fn();

beforeEach(() => {
  token = 'abc';
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('localStorage', { getItem: () => token });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  onUnauthorized(expired);
});
afterEach(() => {
  vi.restoreAllMocks();
  fetched.mockReset();
  expired.mockReset();
});

describe('an API request', () => {
  test('[AUTH-11] has its path, query and body with API names, and the token in its header', async () => {
    responses(200, { status: true, thingname: 'Jack' });
    await expect(call(rename, input)).resolves.toEqual({ name: 'Jack', note: null });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe(`/api/v1/thing/${id}?page=2`);
    expect(init).toMatchObject({ method: 'POST', body: '{"thingname":"Jack"}' });
    expect(init?.headers).toMatchObject({ token: 'abc', 'content-type': 'application/json' });
  });

  test.each(['GET', 'DELETE', 'POST', 'PATCH'] as const)(
    '[API-13] has the JSON content type for a %s without a body',
    async (method) => {
      responses(200, { status: true, thingname: 'Jack' });
      await call({ ...rename, method, body: null }, { params: { id } });
      const init = fetched.mock.calls[0]?.[1];
      expect(init?.headers).toMatchObject({ 'content-type': 'application/json' });
      expect(init).not.toHaveProperty('body');
    },
  );

  test('[API-15] is not sent when a value is outside the contract, and the error names the field', async () => {
    const kinds = wireObject({ kind: oneOf(['car']) }, { kind: 'vehicle' });
    const error = await failureOf(
      call({ ...rename, body: kinds }, { ...input, body: { kind: 'Tractor' as 'car' } }),
    );
    expect([error.kind, isWorthRetrying(error), fieldErrors(kinds, error)]).toEqual([
      'invalid',
      false,
      [{ name: 'kind', message: 'must be one of car' }],
    ]);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('[AUTH-11] has no token header without a token', async () => {
    token = null;
    responses(200, { status: true, thingname: 'Jack' });
    await call(rename, input);
    expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('token');
  });

  test.each([
    ['PATCH', 'PATCH'],
    ['PUT', 'PUT'],
    ['POST', 'POST'],
    ['DELETE', 'PATCH'],
  ])(
    '[API-13] uses, when the setting is %s, the method %s for an update-style call, and keeps other methods',
    async (setting, verb) => {
      responses(200, { updateMethod: setting });
      await loadConfig();
      fetched.mockImplementation(async () => Response.json({ status: true, thingname: 'Jack' }));
      await call({ ...rename, method: 'PATCH' }, input);
      await call({ ...rename, method: 'PUT' }, input);
      await call(rename, input);
      const sent = fetched.mock.calls.slice(1).map(([, init]) => init?.method);
      expect(sent).toEqual([verb, 'PUT', 'POST']);
    },
  );
});

describe('the result of an API call', () => {
  test('[API-15] is decoded leniently, and unreadable fields are logged', async () => {
    responses(200, { thingname: [], note: { odd: true } });
    await expect(call(rename, input)).rejects.toBeInstanceOf(ApiError);
    responses(200, { thingname: 'Jack', note: { odd: true } });
    await expect(call(rename, input)).resolves.toEqual({ name: 'Jack', note: null });
    expect(console.warn).toHaveBeenCalled();
  });

  test('[ERR-01] is an error with the server’s message when the status is an error status, and the code is logged', async () => {
    responses(409, {
      status: false,
      message: 'Somebody was faster',
      errors: [{ field: 'thingname', message: 'is taken' }],
    });
    const error = await failureOf(call(rename, input));
    expect(error).toMatchObject({ kind: 'http', status: 409, serverMessage: 'Somebody was faster' });
    expect(error.message).toBe('HTTP error! status: 409');
    expect(error.fields).toMatchObject([{ field: 'thingname', message: 'is taken' }]);
    expect([error.code, error.params]).toEqual([null, null]);
    expect(console.error).toHaveBeenCalledWith('rename', 'HTTP error! status: 409');
  });

  test('[LANG-02] contains the code and parameters of each message when the status is an error status', async () => {
    const sentence = { code: 'call_taken', params: { name: 'Asha' }, message: 'Asha took this call.' };
    const field = { field: 'name', code: 'required', params: {}, message: 'is required' };
    responses(409, { status: false, ...sentence, errors: [field] });
    const { code, params, serverMessage, fields } = await failureOf(call(rename, input));
    expect({ code, params, message: serverMessage }).toEqual(sentence);
    expect(fields).toEqual([field]);
    responses(400, { status: false, code: 'wrong_fields', params: { fields: '' }, message: '', errors: [field] });
    expect((await failureOf(call(rename, input))).serverMessage).toBe('name is required');
  });

  test('[ERR-01] has no message when the response has an error status and no JSON', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(await failureOf(call(rename, input))).toMatchObject({ kind: 'http', status: 502, serverMessage: null });
  });

  test.each([
    [{ status: 0, message: 'Insufficient funds' }, 'Insufficient funds'],
    [{ status: 'error', message: '  ' }, null],
    [{ success: 0, message: { odd: true } }, null],
    [{ status: true, errors: ['bad'], message: 'Two are wrong' }, 'Two are wrong'],
  ])('[API-18] is an error when the response is %j, and only its message is read', async (body, serverMessage) => {
    responses(200, body);
    const error = await failureOf(call(rename, input));
    expect(error).toMatchObject({ kind: 'rejected', serverMessage });
    expect(isWorthRetrying(error)).toBe(false);
  });

  test('[API-18] is an error when the response has no body and the contract requires the status', async () => {
    fetched.mockImplementation(async () => new Response(''));
    const pay = { ...rename, response: success({}), successNeeds: ['status'] };
    expect(await failureOf(call(pay, input))).toMatchObject({ kind: 'rejected' });
  });

  test.each(['', ' \n', 'OK', '"Deleted"', 'null', '[]'])(
    '[API-15] is a success when the response to a change is %j',
    async (body) => {
      fetched.mockImplementation(async () => new Response(body));
      await expect(call({ ...rename, response: success({}) }, input)).resolves.toEqual({});
      fetched.mockImplementation(async () => new Response('<h1>OK</h1>'));
      expect(await failureOf(call(rename, input))).toMatchObject({ kind: 'network' });
      fetched.mockImplementation(async () => new Response(body));
      const read = { ...rename, isChange: false, response: success({}) };
      expect(await failureOf(call(read, input))).toMatchObject({ kind: 'network' });
    },
  );

  test('is a network error when the response is missing or not JSON', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failureOf(call(rename, input))).toMatchObject({ kind: 'network', status: 0 });
    fetched.mockResolvedValue(new Response('<html>', { status: 200 }));
    expect(await failureOf(call(rename, input))).toMatchObject({ kind: 'network' });
  });

  test.each([
    ['a read', { isChange: false }, 30_000, 'Failed to load'],
    ['a change', {}, 60_000, expect.stringContaining('may have been saved')],
  ])('[ERR-03] is a timeout error after the time limit for %s', async (_, kind, ms, text) => {
    const late = new DOMException('The time is over', 'TimeoutError');
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const silent = (end: AbortController) => {
      setTimeout(() => end.abort(late));
      return new Promise<never>((_resolve, reject) => end.signal.addEventListener('abort', () => reject(late)));
    };
    const stalled = async (end: AbortController) =>
      new Response(new ReadableStream({ start: (stream) => silent(end).catch((error) => stream.error(error)) }));
    for (const response of [silent, stalled]) {
      const end = new AbortController();
      timeout.mockReturnValue(end.signal);
      fetched.mockImplementation(() => response(end));
      const error = await failureOf(call({ ...rename, ...kind }, input));
      expect([error.kind, failureText(error, 'Failed to load')]).toEqual(['timeout', text]);
    }
    expect(timeout).toHaveBeenLastCalledWith(ms);
  });

  test('is the AbortError when the call is aborted', async () => {
    const abort = new AbortController();
    fetched.mockImplementation(() => {
      abort.abort();
      return Promise.reject(abort.signal.reason);
    });
    await expect(call(rename, { ...input, signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test.each([
  ['ends the session', rename, 'abc', 1],
  ['of the login does not end it', enter, 'abc', 0],
  ['for a replaced token does not end it', rename, 'newer', 0],
] as const)('[AUTH-09] a 401 %s', async (_, endpoint, nextToken, ends) => {
  fetched.mockImplementation(() => {
    token = nextToken;
    return Promise.resolve(Response.json({ status: false }, { status: 401 }));
  });
  await failureOf(call(endpoint, input));
  expect(expired).toHaveBeenCalledTimes(ends);
});
