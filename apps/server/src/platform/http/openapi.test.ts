import { Validator } from '@seriousme/openapi-schema-validator';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredEndpoints } from '../../testing/declared-endpoints.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: unknown[];
  readonly 'x-permission': string;
  readonly 'x-scope'?: string;
  readonly parameters: { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content: Record<string, { readonly schema: object }> }>>;
}

let test: TestApplication;
let document: { openapi: string; paths: Record<string, Record<string, Operation>> };
let operations: Map<string, Operation>;
let endpoints: Endpoint[];

beforeAll(async () => {
  test = await createTestApplication();
  document = (await test.call('GET', '/openapi.json')).body;
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
  endpoints = await declaredEndpoints();
});
afterAll(() => test.drop());

describe('[API-16] the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 without dangling references', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference,
    );
    expect(new Set(references)).toEqual(new Set(['#/components/schemas/Failure', '#/components/schemas/Record']));
  });

  it('describes exactly the endpoints of the contract', () => {
    expect(endpoints.length).toBeGreaterThan(4);
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect([...operations.keys()].toSorted()).toEqual(declared.toSorted());
    expect(new Set([...operations.values()].map(({ operationId }) => operationId)).size).toBe(operations.size);
  });

  it('[TEAM-01] lists each path parameter and the permission that each call needs', () => {
    for (const { method, path, permission, readScope } of endpoints) {
      const operation = operations.get(`${method} ${path}`);
      const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(operation?.security, path).toEqual([
        ...(permission === 'public' || permission === 'service-key' ? [] : [{ token: [] }]),
        ...(permission === 'service-key' || readScope !== null ? [{ serviceKey: [] }] : []),
      ]);
      expect(operation?.['x-scope'] ?? null, path).toBe(readScope);
      expect(operation?.['x-permission'], path).toBe(permission);
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '400', '503']));
      expect('401' in (operation?.responses ?? {})).toBe(permission !== 'public');
    }
  });

  it('uses the API field names, with types from which a client can be generated', () => {
    const list = operations.get('GET /booking/admin/booking');
    const parameters = list?.parameters.map(({ name }) => name);
    expect(parameters).toEqual(expect.arrayContaining(['page', 'status', 'userid', 'mechanicid', 'sort']));
    const response = JSON.stringify(list?.responses['200']);
    for (const word of ['bookingtype', 'totalPages', 'payment_ser_summary', 'userLocation', 'accecpted'])
      expect(response).toContain(word);
    expect(response).not.toMatch(/Paise|scheduledAt|customer/);
    expect(JSON.stringify(operations.get('POST /admin/login')?.requestBody)).toMatch(
      /"required":\["email","password"\]/,
    );
  });

  it('[SYNC-01, SYNC-02] describes ingest with its key, its bodies and both responses', () => {
    const ingest = operations.get('POST /ingest/{collection}');
    expect(ingest?.security).toEqual([{ serviceKey: [] }]);
    expect(ingest?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { anyOf: expect.any(Array) } }, 'application/x-ndjson': {} },
    });
    expect(Object.keys(ingest?.responses ?? {}).map(Number)).toEqual([
      200, 207, 400, 401, 403, 404, 413, 415, 429, 503,
    ]);
    expect(ingest?.responses['207']?.content).toEqual(ingest?.responses['200']?.content);
    const text = JSON.stringify(document);
    for (const word of ['"_version"', '"_deleted"', '"scheme":"bearer"', '"title":"bookings"'])
      expect(text).toContain(word);
  });
});

describe('[API-16] the HTML reference', () => {
  it('shows every call on one page without scripts', async () => {
    const { statusCode, headers, body } = await test.app.inject({ url: '/api/docs' });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { path } of endpoints) expect(body).toContain(`/api/v1${path}`);
    expect(body).not.toMatch(/<script|javascript:|\son\w+=/i);
  });
});
