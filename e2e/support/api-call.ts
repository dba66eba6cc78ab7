import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { Wire } from '@wayside/contract/wire/wire';
import * as z from 'zod/mini';
import type { Application } from './application.ts';

interface Input<P, Q, B> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/**
 * Calls an endpoint of the contract without a browser, with domain values. @throws Error with the response if the
 * server rejects the call
 */
export async function callApi<P, Q, B, A>(
  application: Application,
  token: string,
  endpoint: Endpoint<P, Q, B, A>,
  input: Input<P, Q, B> = {},
): Promise<A> {
  const params = encoded(endpoint.params, input.params);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const query = Object.entries(encoded(endpoint.query, input.query))
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]): [string, string] => [key, String(value)]);
  const response = await fetch(`${application.url}/api/v1${path}?${new URLSearchParams(query)}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', token },
    ...(endpoint.body && input.body ? { body: JSON.stringify(z.encode(endpoint.body, input.body)) } : {}),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${endpoint.name}: ${response.status} ${answer}`);
  return z.decode(endpoint.response, JSON.parse(answer));
}

function encoded<T>(schema: Wire<T>, value: T | undefined): Record<string, unknown> {
  return value === undefined ? {} : (z.encode(schema, value) as Record<string, unknown>);
}
