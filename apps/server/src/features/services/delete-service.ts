import type { Service } from '@wayside/contract/services';
import type { ActorContext } from '../../context.ts';
import { deleteRecord, forgetImported } from '../../crud/change-record.ts';
import type { CrudResource } from '../../crud/crud-resource.ts';
import { partRecord } from '../../records/parts.ts';
import { serviceRecord } from '../../records/services.ts';

export const SERVICES: CrudResource<Service> = {
  record: serviceRecord,
  entity: 'service',
  noun: 'service',
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};

/** Removes a service with its parts (PART-01). @throws 404 */
export function deleteService(context: ActorContext, id: string): Promise<void> {
  return deleteRecord(context, SERVICES, id, async (client) => {
    const { rows } = await client.query<{ id: string }>('DELETE FROM parts WHERE service_id = $1 RETURNING id', [
      id,
    ]);
    await forgetImported(
      client,
      partRecord,
      rows.map((part) => part.id),
    );
  });
}
