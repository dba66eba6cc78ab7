import { z } from 'zod';
import { countText } from '../../count-text.ts';
import { type CellAddress, keyIdOf } from '../../platform/crypto/encrypted-text.ts';
import { ignoreUnreadable } from '../../platform/crypto/reencrypt.ts';
import { keyedHash, keyedName, plainHash, readHash } from '../../sync/import/field-hashes.ts';
import { eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

/** Source-owned columns that decide where money goes or how it was paid. */
const OWNED = [
  {
    noun: 'the bank details of mechanic',
    table: 'mechanics',
    plain: ['bank_account_holder', 'bank_name', 'bank_preferred_method'],
    encrypted: ['bank_account_number', 'bank_ifsc_code', 'bank_upi_id'],
  },
  {
    noun: 'date, method and transaction id of payout',
    table: 'payouts',
    plain: ['method', 'transaction_id', 'paid_at'],
    encrypted: [],
  },
] as const;
type Owned = (typeof OWNED)[number];

const recordsQuery = ({ table, plain, encrypted }: Owned) => ({
  text: `SELECT r.id, i.field_hashes AS hashes, jsonb_build_object(${[...plain, ...encrypted]
    .map((column) => `'${column}', ${column === 'paid_at' ? 'iso_instant(r.paid_at)' : `r.${column}`}`)
    .join(', ')}) AS stored
    FROM ${table} AS r JOIN imported_records AS i ON i.collection = '${table}' AND i.id = r.id
    WHERE i.field_hashes IS NOT NULL ${table === 'payouts' ? 'AND r.request_hash IS NULL' : ''} ORDER BY r.id`,
  row: z.object({
    id: z.string(),
    hashes: z.instanceof(Buffer),
    stored: z.record(z.string(), z.nullable(z.string())),
  }),
});

const hashIndexesQuery = {
  text: `SELECT collection, name, place FROM imported_fields WHERE collection IN ('mechanics', 'payouts')`,
  row: z.object({ collection: z.string(), name: z.string(), place: z.number() }),
};

/**
 * Checks that bank details are the ones that the source stated last, using the field hashes stored by the import
 * (OWN-05).
 */
export const bankDetails: IntegrityCheck = {
  name: 'Bank details',
  passed: 'as the source states them',
  findIssues: async function* (context) {
    const places = new Map<string, number>();
    for await (const { collection, name, place } of eachRow(context.client, hashIndexesQuery))
      places.set(`${collection} ${name}`, place);
    const { id: keyId, key } = await context.keys.deriveKey('fingerprints');
    let count = 0;
    for (const owned of OWNED) {
      const { noun, table, plain, encrypted } = owned;
      for await (const { id, hashes, stored } of eachRow(context.client, recordsQuery(owned))) {
        count += 1;
        const hashOf = (name: string) => readHash(hashes, places.get(`${table} ${name}`));
        let isAsStated = plain.every((column) => {
          const stated = hashOf(column);
          return stated === null || stated === plainHash(stored[column] ?? null);
        });
        for (const column of encrypted) {
          const stated = hashOf(keyedName(column, keyId));
          const place = { table, id, column };
          isAsStated &&= await isEncryptedAsStated(context, {
            cell: place,
            stated,
            key,
            value: stored[column] ?? null,
          });
        }
        if (!isAsStated) yield `${noun} ${id} differ from what the source states`;
      }
    }
    return countText(count, 'imported record');
  },
};

interface EncryptedValue {
  readonly cell: CellAddress;
  /**
   * Null or 0 if no hash is known, because the source has stated nothing or has stated nothing since the data key
   * changed.
   */
  readonly stated: number | null;
  readonly key: Buffer;
  readonly value: string | null;
}

async function isEncryptedAsStated(
  { keys }: Pick<IntegrityCheckContext, 'keys'>,
  { cell, stated, key, value }: EncryptedValue,
): Promise<boolean> {
  if (value === null) return stated === null || stated === 0;
  const isEncrypted = keyIdOf(value) !== null;
  const text = isEncrypted ? await keys.decrypt(value, cell).catch(ignoreUnreadable) : value;
  // Without a hash, the value counts as genuine if it can be decrypted, because nobody can encrypt another value for
  // this column without the key.
  if (stated === null || stated === 0) return isEncrypted && text !== null;
  return text !== null && keyedHash(key, plainHash(text)) === stated;
}
