import { domainKey } from '@wayside/contract/wire/wire-object';
import { ApiError } from './api-error.ts';

/** What the server found wrong with which fields of a body, under the domain's names (API-14). */
export function fieldErrors(body: object | null, error: unknown): { name: string; message: string }[] {
  if (!(error instanceof ApiError) || body === null) return [];
  return error.fields.map(({ field, message }) => ({ name: domainKey(body, field), message }));
}
