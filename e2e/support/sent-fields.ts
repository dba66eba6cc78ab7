import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { Request } from 'playwright-core';
import * as z from 'zod/mini';

/** Returns the fields of a request with their domain names; omitted fields are missing. */
export function sentFields({ body }: Pick<Endpoint, 'body'>, request: Request): Record<string, unknown> {
  const decoded = z.decode(body ?? z.never(), request.postDataJSON());
  return Object.fromEntries(Object.entries(decoded ?? {}).filter(([, value]) => value !== undefined));
}
