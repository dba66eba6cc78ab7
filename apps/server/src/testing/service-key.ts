import type { ServiceKeyScope } from '@wayside/contract/service-keys';
import { createServiceKey } from '../features/service-keys/service-keys.ts';
import { SYSTEM_ACTOR } from '../platform/db/activity-entry.ts';
import type { Database } from '../platform/db/database.ts';

let made = 0;

/** Creates a service key and returns the header that contains it. */
export async function serviceKeyHeader(
  database: Database,
  ...scopes: ServiceKeyScope[]
): Promise<{ authorization: string }> {
  const context = { database, now: () => new Date('2020-01-01T00:00:00Z'), actor: SYSTEM_ACTOR };
  const { key } = await createServiceKey(context, { name: `key ${++made}`, scopes, days: null });
  return { authorization: `Bearer ${key}` };
}
