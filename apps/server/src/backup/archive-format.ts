import { z } from 'zod';

/** The format version that this program writes, and the newest one it reads. */
export const ARCHIVE_VERSION = 1;

/*
 * A backup consists of gzipped lines of JSON: the header; for each table its name, then its rows, about a thousand per
 * line; for each file its path, then its bytes; the end. Values are text in PostgreSQL's own format.
 */

/** The first line. */
export const headerSchema = z.object({
  format: z.literal('wayside-backup'),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  /** The migrations of the database by their timestamps, oldest first. */
  migrations: z.array(z.number()),
});

/** The header of a backup. */
export type ArchiveHeader = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export const rowsSchema = z.array(z.array(z.string().nullable()));
export const fileSchema = z.object({ file: z.string() });
export const bytesSchema = z.object({ bytes: z.base64() });

/** The lines between the header and the end. */
export const partSchema = z.union([rowsSchema, tableSchema, bytesSchema, fileSchema]);

/** The last line: the expected content. */
export const endSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), checksum: z.string() })),
  /** The last value of each sequence; null for an unused one. */
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.number(),
  /** Over all bytes before this line. */
  sha256: z.string(),
});

/** The expected content of a backup. */
export type ArchiveEnd = z.infer<typeof endSchema>;
