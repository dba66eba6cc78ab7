import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { admins } from './administration.ts';
import { instant, recordId } from './columns.ts';

/** The images that we keep ourselves (FILE-03). A row is there before its bytes come and until they are gone. */
export const files = pgTable(
  'files',
  {
    /** What other tables hold of it: `/files/images/….webp` or `/files/documents/….webp`. */
    reference: text().primaryKey(),
    purpose: text({ enum: ['image', 'document'] }).notNull(),
    /** Of the image itself, without its thumbnail. */
    byteSize: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    uploadedBy: recordId().references(() => admins.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    /** Since when nothing refers to it, as far as the sweep has seen (FILE-02); null while something does. */
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
