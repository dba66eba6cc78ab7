import type { RecordHeader } from '@wayside/contract/ingest';
import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import type { RecordDefinition } from '../../records/define-record.ts';

/** The version of a record; null if the source states none, which counts as older than any version. */
export type Version = bigint | null;

/** Above every time in milliseconds, so that a stated version number outranks any `updatedAt` (SYNC-03). */
const STATED = 2n ** 60n;

/** Returns the version of a record: the number stated by the source or, without one, the time of its last change. */
export function versionOf({ version, updatedAt }: Pick<RecordHeader, 'version' | 'updatedAt'>): Version {
  if (version !== null) return STATED + BigInt(version);
  return updatedAt === null ? null : BigInt(Date.parse(updatedAt));
}

/**
 * Checks whether a record is certainly newer than another. If a source starts to send `updatedAt` or `_version`, old
 * records may count as newer (SYNC-03).
 */
export const isNewer = (version: Version, other: Version): boolean =>
  version !== null && other !== null && version > other && version >= STATED === other >= STATED;

/** Returns a positive number if the first version is newer, 0 if both are the same. */
export function compareVersions(one: Version, other: Version): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one > other ? 1 : -1;
}

export interface ImportedRecord {
  /**
   * The field hashes of the source's last version; null if the record was erased in Wayside or deleted at its source.
   */
  readonly hashes: Buffer | null;
  readonly version: Version;
  /**
   * Whether the source has deleted the record. A record that is not deleted and has no hashes was permanently erased
   * in Wayside (IMPO-02).
   */
  readonly isDeleted: boolean;
  /**
   * For a person, the version that stated the wallet. Null if no version has stated it, or if a newer version may
   * state an older wallet.
   */
  readonly walletVersion: Version;
}

/** A bigint as text, because a number could lose digits. */
const wide = z.nullable(z.string());

const FIND = defineStatement({
  name: 'find-imported',
  text: `SELECT id, field_hashes AS hashes, version::text, is_deleted AS "isDeleted", wallet_version::text AS "walletVersion"
    FROM imported_records WHERE collection = $1 AND id = ANY ($2)`,
  row: z.object({
    id: z.string(),
    hashes: z.nullable(z.instanceof(Buffer)),
    version: wide,
    isDeleted: z.boolean(),
    walletVersion: wide,
  }),
  example: ['users', ['9'.repeat(24)]],
});

// A record that has been erased in Wayside since then remains erased.
const STORE = defineStatement({
  name: 'store-imported',
  text: `
    INSERT INTO imported_records AS stored (collection, id, field_hashes, version, is_deleted, wallet_version, changed_at)
    SELECT $1, id, hashes, version, is_deleted, wallet_version, now()
    FROM unnest($2::text[], $3::bytea[], $4::bigint[], $5::boolean[], $6::bigint[]) AS given (id, hashes, version, is_deleted, wallet_version)
    ON CONFLICT (collection, id) DO UPDATE SET field_hashes = excluded.field_hashes, version = excluded.version,
      is_deleted = excluded.is_deleted, wallet_version = coalesce(excluded.wallet_version, stored.wallet_version),
      changed_at = CASE WHEN excluded.field_hashes IS DISTINCT FROM stored.field_hashes THEN now() ELSE stored.changed_at END
    WHERE stored.field_hashes IS NOT NULL OR stored.is_deleted`,
  example: ['users', ['9'.repeat(24)], [Buffer.of(1, 2, 3, 4)], ['1'], [false], [null]],
});

const FORGET_WALLET_VERSIONS = defineStatement({
  name: 'forget-wallet-versions',
  text: 'UPDATE imported_records SET wallet_version = NULL WHERE collection = $1 AND id = ANY ($2)',
  example: ['users', ['9'.repeat(24)]],
});

/** Records that the order of the next wallets is unknown, regardless of their versions. */
export async function forgetWalletVersions(
  client: pg.ClientBase,
  { collection }: Pick<RecordDefinition, 'collection'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await rowsOf(client, FORGET_WALLET_VERSIONS, [collection, ids]);
}

const versionFrom = (text: string | null): Version => (text === null ? null : BigInt(text));

export async function findImported(
  client: pg.ClientBase,
  { collection }: Pick<RecordDefinition, 'collection'>,
  ids: readonly string[],
): Promise<Map<string, ImportedRecord>> {
  const found = await rowsOf(client, FIND, [collection, ids]);
  return new Map(
    found.map(({ id, hashes, version, isDeleted, walletVersion }) => [
      id,
      { hashes, version: versionFrom(version), isDeleted, walletVersion: versionFrom(walletVersion) },
    ]),
  );
}

export async function storeImported(
  client: pg.ClientBase,
  { collection }: Pick<RecordDefinition, 'collection'>,
  records: ReadonlyMap<string, ImportedRecord>,
): Promise<void> {
  if (records.size === 0) return;
  const values = [...records.values()];
  await rowsOf(client, STORE, [
    collection,
    [...records.keys()],
    values.map(({ hashes }) => hashes),
    values.map(({ version }) => version?.toString() ?? null),
    values.map(({ isDeleted }) => isDeleted),
    values.map(({ walletVersion }) => walletVersion?.toString() ?? null),
  ]);
}
