import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@wayside/contract/wire/endpoint';

const CONTRACT = new URL('../../../../packages/contract/src/', import.meta.url);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

/** Returns every endpoint that a file of the API contract declares. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(fileURLToPath(CONTRACT)).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, CONTRACT).href)));
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}
