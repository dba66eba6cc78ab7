import type { Service } from '@wayside/contract/services';
import { eq } from 'drizzle-orm';
import type { ActorContext } from '../../context.ts';
import { deleteRecord, forgetImported } from '../../platform/crud/change-record.ts';
import { type CrudResource, listRecords } from '../../platform/crud/crud-resource.ts';
import { orm } from '../../platform/db/orm.ts';
import { parts } from '../../platform/db/schema/catalogue.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { partRecord, serviceRecord } from '../../records/collections.ts';

export const SERVICES: CrudResource<Service> = {
  record: serviceRecord,
  entity: 'service',
  noun: 'service',
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};

/** Deletes a service with its parts (PART-01). @throws 404 */
export function deleteService(context: ActorContext, id: string): Promise<void> {
  return deleteRecord(context, SERVICES, id, async (client) => {
    const removed = await orm(client).delete(parts).where(eq(parts.serviceId, id)).returning({ id: parts.id });
    const ids = removed.map((part) => part.id);
    await forgetImported(client, partRecord, ids);
  });
}

const COLUMNS = [
  textColumn<Service>('Service ID', ({ id }) => id),
  textColumn<Service>('Name', ({ name }) => name),
  textColumn<Service>('Vehicle type', ({ vehicleType }) => vehicleType),
  timestampColumn<Service>('Created', ({ createdAt }) => createdAt),
];

/** Exports the listed regular services as a table (VIEW-08). */
export const exportServices = async (
  context: ActorContext,
  input: { readonly search: string | null },
): Promise<ExportTable<Service>> =>
  exportRecords(context, {
    name: 'services',
    columns: COLUMNS,
    rows: await listRecords(context, SERVICES),
    searchTexts: ({ name, vehicleType }) => [name, vehicleType],
    requestedFilters: { ...input },
  });
