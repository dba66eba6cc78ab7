import { z } from 'zod';

/** The newest format version that this program reads. A backup with rows has 1, one with a dump 2, which older programs reject. */
export const ARCHIVE_VERSION = 2;
export const ROWS_VERSION = 1;

/*
 * A backup consists of gzipped lines of JSON: the header; for each table its name, then its rows, about a thousand per
 * line; for each file its path, then its bytes; the end. Values are text in PostgreSQL's own format. That of a server has
 * instead of tables what pg_dump writes, in pieces. With BACKUP_RECIPIENT all of it is encrypted by age.
 */

/** The first line. */
export const headerSchema = z.object({
  format: z.literal('wayside-backup'),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  /** The migrations of the database by their timestamps, oldest first. */
  migrations: z.array(z.number()),
  /** The major version of the server of a dump; missing in a backup with rows. */
  dumpOf: z.optional(z.number()),
});

/** The header of a backup. */
export type ArchiveHeader = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export const rowsSchema = z.array(z.array(z.string().nullable()));
/** The beginning of a dump in the custom format. */
const dumpSchema = z.object({ dump: z.literal('pg_dump') });
export const fileSchema = z.object({ file: z.string() });
export const bytesSchema = z.object({ bytes: z.base64() });

/** The lines between the header and the end. */
export const partSchema = z.union([rowsSchema, tableSchema, bytesSchema, fileSchema, dumpSchema]);

/** The last line: the expected content. */
export const endSchema = z.object({
  /** Also of a dump, to which a restore compares what it has made. */
  tables: z.record(z.string(), z.object({ rows: z.number(), checksum: z.string() })),
  /** The last value of each sequence; null for an unused one. */
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.number(),
  /** Over all bytes before this line. */
  sha256: z.string(),
});

/** The expected content of a backup. */
export type ArchiveEnd = z.infer<typeof endSchema>;
