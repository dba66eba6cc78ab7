import type { Versioned } from '@wayside/contract/wire/versioned';
import type { RecordColumn, RecordDefinition } from '../../records/define-record.ts';
import { changedSince, isExpectedVersion, versionTag } from '../../records/version-tag.ts';

/** A record with its version, over its columns in the definition's order (EDIT-01). */
export const withEtag = <D>(definition: RecordDefinition<D>, record: D): D & Versioned => ({
  ...record,
  etag: versionTag(versionedValues(definition, record)),
});

/** All but the id, which comes first. */
const versionedValues = <D>(definition: RecordDefinition<D>, record: D) => definition.toRow(record).slice(1);

/** Whether a record still is as in one of the versions of If-Match; null stands for no condition. */
export const isAsRead = <D>(
  definition: RecordDefinition<D>,
  record: D,
  ifMatch: readonly string[] | null,
): boolean => ifMatch === null || isExpectedVersion(versionTag(versionedValues(definition, record)), ifMatch);

/** The columns in which a record differs from the version that was read, or all of them where that is not known. */
export const columnsChangedSince = <D>(
  definition: RecordDefinition<D>,
  record: D,
  ifMatch: readonly string[],
): readonly RecordColumn[] => changedSince(definition.columns, versionedValues(definition, record), ifMatch);
