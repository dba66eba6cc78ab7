import type { Service } from '@wayside/contract/services';
import { eq } from 'drizzle-orm';
import type { ActorContext } from '../../context.ts';
import { deleteRecord, forgetImported } from '../../platform/crud/change-record.ts';
import type { CrudResource } from '../../platform/crud/crud-resource.ts';
import { orm } from '../../platform/db/orm.ts';
import { parts } from '../../platform/db/schema/parts.ts';
import { partRecord, serviceRecord } from '../../records/collections.ts';

export const SERVICES: CrudResource<Service> = {
  record: serviceRecord,
  entity: 'service',
  noun: 'service',
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};

/** Removes a service with its parts (PART-01). @throws 404 */
export function deleteService(context: ActorContext, id: string): Promise<void> {
  return deleteRecord(context, SERVICES, id, async (client) => {
    const removed = await orm(client).delete(parts).where(eq(parts.serviceId, id)).returning({ id: parts.id });
    const ids = removed.map((part) => part.id);
    await forgetImported(client, partRecord, ids);
  });
}
