import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { booking } from '@wayside/contract/bookings';
import { COLLECTIONS, type CollectionName } from '@wayside/contract/collections';
import { configuration } from '@wayside/contract/configuration';
import { ingestRecords, MAX_INGEST_RECORDS } from '@wayside/contract/ingest';
import { mechanic } from '@wayside/contract/mechanics';
import { notification } from '@wayside/contract/notifications';
import { part } from '@wayside/contract/parts';
import { payment } from '@wayside/contract/payments';
import { earning, payout } from '@wayside/contract/payouts';
import { service } from '@wayside/contract/services';
import { slot } from '@wayside/contract/slots';
import { sosService } from '@wayside/contract/sos-services';
import { user } from '@wayside/contract/users';
import { vehicleModel } from '@wayside/contract/vehicle-models';
import type { Wire } from '@wayside/contract/wire/wire';
import * as z from 'zod/mini';
import { type Application, runProgram } from './application.ts';
import { apiUrl } from './calls.ts';
import { withDatabase } from './database.ts';

/** The collections, each with the codec of its records. */
const codecs = {
  users: user,
  mechanics: mechanic,
  bookings: booking,
  payments: payment,
  payouts: payout,
  earnings: earning,
  notifications: notification,
  sosservices: sosService,
  services: service,
  parts: part,
  slots: slot,
  companies: vehicleModel,
  configs: configuration,
};

/** The domain records of a marketplace, by collection. */
export type Marketplace = { readonly [C in keyof typeof codecs]?: readonly z.output<(typeof codecs)[C]>[] };

/**
 * Loads records into a running application with the import command.
 * @throws Error with the command's output if it rejects a record
 */
export async function importMarketplace(application: Application, marketplace: Marketplace): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-marketplace-'));
  try {
    for (const collection of COLLECTIONS) {
      const records = encodeRecords(collection, marketplace);
      if (records.length > 0) await writeFile(join(folder, `${collection}.json`), JSON.stringify(records));
    }
    await runProgram(application, ['import', folder]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Loads records into a running application with the ingest calls. The result is the same as with the import command,
 * which takes half a second of processor time to start. It deletes the service key afterwards, because screens list
 * keys.
 * @throws Error with the response if the server rejects a record
 */
export async function loadMarketplace(application: Application, marketplace: Marketplace): Promise<void> {
  const key = `wsk_${randomBytes(32).toString('base64url')}`;
  const id = randomBytes(12).toString('hex');
  await withDatabase(application, async (client) => {
    await client.query(
      `INSERT INTO service_keys (id, name, key_hash, prefix, scopes, created_at)
       VALUES ($1, 'records of a test', $2, 'wsk_', $3, now())`,
      [id, createHash('sha256').update(key).digest(), COLLECTIONS],
    );
    // Sends each record before the records that refer to it, as in an import.
    for (const collection of COLLECTIONS) {
      const records = encodeRecords(collection, marketplace);
      for (let at = 0; at < records.length; at += MAX_INGEST_RECORDS)
        await send(application, { key, collection, records: records.slice(at, at + MAX_INGEST_RECORDS) });
    }
    await client.query('DELETE FROM service_keys WHERE id = $1', [id]);
  });
}

function encodeRecords(collection: CollectionName, marketplace: Marketplace): unknown[] {
  const codec = codecs[collection] as Wire<unknown>;
  return (marketplace[collection] ?? []).map((record) => z.encode(codec, record));
}

async function send(
  application: Application,
  { key, collection, records }: { key: string; collection: CollectionName; records: readonly unknown[] },
): Promise<void> {
  const url = apiUrl(application, ingestRecords).replace('{collection}', collection);
  const response = await fetch(url, {
    method: ingestRecords.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(records),
  });
  if (response.status !== 200) throw new Error(`ingest of ${collection}: ${await response.text()}`);
}
