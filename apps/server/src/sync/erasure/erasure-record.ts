import { z } from 'zod';
import { dataDirectoryAt } from '../../data-directory.ts';
import { ERASURE_EVENTS } from '../../platform/db/schema/sync.ts';
import { type OutsideRecord, openOutsideRecord } from '../../platform/files/outside-record.ts';
import type { Settings } from '../../settings.ts';

const id = z.string().regex(/^[0-9a-f]{24}$/);
const erasure = z.object({
  id,
  kind: z.enum(['user', 'mechanic']),
  personId: id,
  event: z.enum(ERASURE_EVENTS),
  version: z.nullable(z.string().regex(/^\d+$/)),
  at: z.iso.datetime(),
});

/** An erasure as it is remembered outside of the database: ids, and nothing about the person. */
export type RememberedErasure = z.infer<typeof erasure>;

/** The record of erasures that no restore of the database replaces (PRIV-06). */
export type ErasureRecord = OutsideRecord<RememberedErasure>;

/** Opens it; `openOutsideRecord` says where it is. */
export const openErasureRecord = (settings: Pick<Settings, 'objectStorage' | 'dataDir'>): ErasureRecord =>
  openOutsideRecord(settings, {
    path: dataDirectoryAt(settings.dataDir).erasures,
    folder: 'erasures/',
    entry: erasure,
  });
