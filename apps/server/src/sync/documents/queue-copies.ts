import type pg from 'pg';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { payments } from '../../platform/db/schema/payments.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';
import type { RecordDefinition, Row } from '../../records/define-record.ts';

/** The columns that hold documents of a source, by name, with their tables. */
export const DOCUMENT_FIELDS = {
  profile_photo: { table: mechanics, column: mechanics.profilePhoto },
  aadhaar_card: { table: mechanics, column: mechanics.aadhaarCard },
  shop_photo: { table: mechanics, column: mechanics.shopPhoto },
  screenshot: { table: payments, column: payments.screenshot },
} as const;

export type DocumentField = keyof typeof DOCUMENT_FIELDS;

export const isDocumentField = (name: string): name is DocumentField => Object.hasOwn(DOCUMENT_FIELDS, name);

/** Checks whether a document is on a host from which documents are copied (DOCUMENT_HOSTS). */
export function isOnListedHost(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hosts.includes(hostname);
}

/** Rows of a source and the indices of the columns that are written; null for all columns. */
export interface WrittenRows {
  readonly rows: readonly Row[];
  readonly only: readonly number[] | null;
}

// Nothing refers to the copies of an earlier address then, so the sweep removes them.
const QUEUE_COPIES = defineStatement({
  name: 'queue-document-copies',
  text: `
    WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[]) AS given (field, id, is_listed)),
    gone AS (DELETE FROM document_copies AS c USING given WHERE NOT is_listed AND c.field = given.field AND c.id = given.id)
    INSERT INTO document_copies (field, id, next_attempt_at)
    SELECT field, id, now() FROM given WHERE is_listed ORDER BY field, id
    ON CONFLICT (field, id) DO UPDATE SET state = 'waiting', attempts = 0, next_attempt_at = now(), reason = NULL,
      address_hash = NULL, copied_image = NULL`,
  example: [['shop_photo'], ['9'.repeat(24)], [true]],
});

/** Queues the documents of written records that are on a listed host, and removes the copies of other addresses, in the same transaction (FILE-04). */
export async function queueCopies(
  client: pg.ClientBase,
  { columns }: Pick<RecordDefinition, 'columns'>,
  written: readonly WrittenRows[],
  hosts: readonly string[],
): Promise<void> {
  const given: { readonly field: string; readonly id: string; readonly isListed: boolean }[] = [];
  for (const [index, { name }] of columns.entries()) {
    if (!isDocumentField(name)) continue;
    for (const { rows, only } of written) {
      if (only !== null && !only.includes(index)) continue;
      for (const row of rows) {
        const address = row[index + 1];
        const isListed = typeof address === 'string' && isOnListedHost(address, hosts);
        // If all columns are written, the record is new, so it has no copies to remove.
        if (isListed || only !== null) given.push({ field: name, id: row[0], isListed });
      }
    }
  }
  if (given.length === 0) return;
  await rowsOf(client, QUEUE_COPIES, [
    given.map(({ field }) => field),
    given.map(({ id }) => id),
    given.map(({ isListed }) => isListed),
  ]);
}
