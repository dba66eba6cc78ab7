import type { Actor, AppContext } from '../../context.ts';
import { deleteRecord, forgetImported } from '../../crud/change-record.ts';
import { PARTS, SERVICES } from './catalogue-collections.ts';

/** Removes a service with its parts (PART-01). @throws 404 */
export function deleteService(context: AppContext, actor: Actor, id: string): Promise<void> {
  return deleteRecord(context, actor, SERVICES, id, async (client) => {
    const { rows } = await client.query<{ id: string }>('DELETE FROM parts WHERE service_id = $1 RETURNING id', [
      id,
    ]);
    await forgetImported(
      client,
      PARTS.collection,
      rows.map((part) => part.id),
    );
  });
}
