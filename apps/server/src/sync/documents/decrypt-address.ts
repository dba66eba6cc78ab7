import { getTableName } from 'drizzle-orm';
import type { DataKeys } from '../../platform/crypto/data-keys.ts';
import { encryptedColumnsOf } from '../../platform/crypto/encrypted-columns.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { DOCUMENT_FIELDS, type DocumentField } from './document-fields.ts';

/**
 * The address of a document as its source wrote it; that of an Aadhaar card is encrypted in its column (PRIV-01).
 * @throws DecryptionError
 */
export async function decryptAddress(
  keys: DataKeys,
  field: DocumentField,
  { id, stored }: { readonly id: string; readonly stored: string },
): Promise<string> {
  const table = getTableName(DOCUMENT_FIELDS[field].table);
  if (!encryptedColumnsOf(table).includes(field)) return stored;
  return await readStored(keys, stored, { table, id, column: field });
}
