import type { Part, StoredPart } from '@wayside/contract/parts';
import { notFound } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { createRecord, updateRecord } from '../../platform/crud/change-record.ts';
import { type CrudResource, listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { partRecord } from '../../records/collections.ts';

/** Spare parts (PART-01). */
export const PARTS: CrudResource<Part> = {
  record: partRecord,
  entity: 'part',
  noun: 'part',
  orderBy: 'b.id DESC',
};

const FIND_SERVICE = {
  name: 'find-service',
  text: `SELECT id FROM services WHERE id = $1 AND record_state = 'full'`,
};

/** @throws 404 if the service does not exist */
async function requireService({ database }: AppContext, id: string): Promise<void> {
  if ((await database.rows(FIND_SERVICE, [id])).length === 0) throw notFound('service');
}

/** Returns all parts of a service, newest first. @throws 404 */
export async function listParts(
  context: AppContext,
  { serviceId }: { readonly serviceId: string },
): Promise<{ rows: StoredPart[] }> {
  await requireService(context, serviceId);
  return { rows: await listRecords(context, PARTS, { column: 'service_id', id: serviceId }) };
}

type PartValues = Omit<Part, 'id' | 'service'>;
type PartialValues = { readonly [K in keyof PartValues]: PartValues[K] | undefined };

/** Adds a part to a service. @throws 404 */
export async function createPart(
  context: ActorContext,
  { serviceId, ...values }: PartValues & { readonly serviceId: string },
): Promise<StoredPart> {
  await requireService(context, serviceId);
  return createRecord(context, PARTS, { ...values, service: { id: serviceId } });
}

interface UpdatePartInput extends PartialValues {
  readonly id: string;
  readonly serviceId: string | undefined;
  readonly ifMatch: readonly string[] | null;
}

/** Changes the given fields of a part, including its service. @throws 404, 412 */
export async function updatePart(
  context: ActorContext,
  { id, serviceId, ifMatch, ...given }: UpdatePartInput,
): Promise<StoredPart> {
  if (serviceId !== undefined) await requireService(context, serviceId);
  const service = serviceId === undefined ? undefined : { id: serviceId };
  return updateRecord(context, PARTS, { id, ifMatch, given: { ...given, service } });
}

interface ExportPartsInput {
  readonly serviceId: string;
  /** Any part of the name (PART-01). */
  readonly search: string | null;
}

const COLUMNS = [
  textColumn<Part>('Part ID', ({ id }) => id),
  textColumn<Part>('Service ID', ({ service }) => service?.id),
  textColumn<Part>('Name', ({ name }) => name),
  amountColumn<Part>('Amount', ({ pricePaise }) => pricePaise),
];

/** Exports the listed parts of a service as a table (VIEW-08). @throws 404 */
export async function exportParts(context: ActorContext, input: ExportPartsInput): Promise<ExportTable<Part>> {
  const { rows } = await listParts(context, input);
  return exportRecords(context, {
    name: 'parts',
    columns: COLUMNS,
    rows,
    searchTexts: ({ name }) => [name],
    requestedFilters: { ...input },
  });
}
