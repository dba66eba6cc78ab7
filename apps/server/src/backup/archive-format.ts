import { z } from 'zod';

/** The newest form of a backup that this program knows, and the one it writes. */
export const ARCHIVE_VERSION = 1;

/*
 * A backup is gzipped lines of JSON: the header; for each table its name and then its rows, a thousand or so a line; for
 * each file its path and then its bytes; the end. Values are text as PostgreSQL itself writes and reads them.
 */

/** The first line. */
export const headerSchema = z.object({
  format: z.literal('wayside-backup'),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  /** The migrations that the tables are of, by the moment each was made, oldest first. */
  migrations: z.array(z.number()),
});

/** What a backup is of. */
export type ArchiveHeader = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export const rowsSchema = z.array(z.array(z.string().nullable()));
export const fileSchema = z.object({ file: z.string() });
export const bytesSchema = z.object({ bytes: z.base64() });

/** The lines between the header and the end. */
export const partSchema = z.union([rowsSchema, tableSchema, bytesSchema, fileSchema]);

/** The last line: what must have come out when all was read. */
export const endSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), checksum: z.string() })),
  /** The last number that each sequence has given; null when none. */
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.number(),
  /** Of every byte before this line. */
  sha256: z.string(),
});

/** What a backup must come to. */
export type ArchiveEnd = z.infer<typeof endSchema>;
