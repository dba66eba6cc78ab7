import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';
import { admins } from './session.ts';

/** Stored images (FILE-03). A row exists before its bytes are written and until they are removed. */
export const files = pgTable(
  'files',
  {
    /** The path by which other tables refer to the image: `/files/images/….webp` or `/files/documents/….webp`. */
    reference: text().primaryKey(),
    purpose: text({ enum: ['image', 'document'] }).notNull(),
    /** The size without the thumbnail. */
    byteSize: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    uploadedBy: recordId().references(() => admins.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    /** When the sweep first found no reference (FILE-02); null if there is a reference. */
    unusedSince: instant(),
  },
  (table) => [
    check('files_reference', sql`${table.reference} ~ '^/files/(images|documents)/[0-9a-f]{32}[.]webp$'`),
    check(
      'files_purpose',
      sql`(${table.purpose} = 'document') = (${table.reference} like '/files/documents/%') and ${table.purpose} in ('image', 'document')`,
    ),
    index('files_unused').on(table.unusedSince).where(sql`unused_since is not null`),
  ],
);
