import type { Part } from '@wayside/contract/parts';
import type { ActorContext } from '../../context.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { listParts } from './parts-of-service.ts';

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

/** The parts of a service in the list as a table (VIEW-08). @throws 404 */
export async function exportParts(context: ActorContext, input: ExportPartsInput): Promise<ExportTable<Part>> {
  const { rows } = await listParts(context, input);
  return exportRecords(context, {
    name: 'parts',
    columns: COLUMNS,
    rows,
    searched: ({ name }) => [name],
    asked: { ...input },
  });
}
