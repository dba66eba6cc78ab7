import { randomBytes } from 'node:crypto';
import { AADHAAR_ON_FILE } from '@wayside/contract/mechanics';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findKeyChange, removeOldWrappers, switchKey } from '../../platform/crypto/change-data-key.ts';
import { openDataKeys } from '../../platform/crypto/data-keys.ts';
import { collections } from '../../records/collections.ts';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import { dumpDatabase } from '../../testing/dump-database.ts';
import { emptyDatabase, importFiles } from '../../testing/import-run.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { DATA_KEY } from '../../testing/test-keys.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import { encryptStored } from './encrypt-stored.ts';
import { hashFields } from './field-hashes.ts';
import { createRecordReader } from './read-record.ts';

const SUNIL = '65f000000000000000000011';
const SECRETS = {
  account_number: '501234567890123',
  ifsc_code: 'SBIN0098765',
  upi_id: 'sunil-secret@upi',
  adhar_card: 'https://images.example.in/aadhaar-of-sunil.png',
};
const { adhar_card, ...payment_details } = SECRETS;
const source = (changes: object = {}, account = {}) => ({
  _id: SUNIL,
  name: 'Sunil Yadav',
  phone_number: '9876543210',
  status: 'approve',
  payment_details: { ...payment_details, ...account },
  documents: { adhar_card },
  ...changes,
});

let test: TestApplication;
let token: string;

beforeAll(async () => {
  test = await createTestApplication();
  token = await test.signIn();
});
afterAll(() => test.drop());
beforeEach(() => emptyDatabase(test.database));

const imported = (document: object) => importFiles(test.database, { mechanics: [document] });
const shown = async () => (await test.call('GET', `/admin/mechanics/${SUNIL}`, { token })).body.data;
async function stored(): Promise<Record<string, string | null>> {
  const { rows } = await test.database.pool.query(
    `SELECT bank_account_number, bank_ifsc_code, bank_upi_id, aadhaar_card, bank_changed_at::text FROM mechanics WHERE id = $1`,
    [SUNIL],
  );
  return rows[0];
}

/** Returns the row of a source document. */
function readDocument(definition: RecordDefinition, document: object): Row {
  const content = { bytes: Buffer.from(JSON.stringify(document)) };
  const reading = createRecordReader(definition)({ line: 1, index: null, content });
  if (!('record' in reading) || reading.record.row === null) throw new Error('the document has no row');
  return reading.record.row;
}

/** Stores a source record as releases without encryption did, with plain columns and plain hashes. */
async function storeAsBefore(): Promise<void> {
  const definition = collections.mechanics as RecordDefinition;
  const reading = readDocument(definition, source());
  await imported(source());
  await test.database.transaction(async (client) => {
    await client.query("SELECT set_config('wayside.reencrypts', 'on', true)");
    await client.query(
      'UPDATE mechanics SET bank_account_number = $1, bank_ifsc_code = $2, bank_upi_id = $3, aadhaar_card = $4',
      Object.values(SECRETS),
    );
    const names = definition.columns.map(({ name }) => name);
    await client.query("DELETE FROM imported_fields WHERE collection = 'mechanics'");
    await client.query(
      "INSERT INTO imported_fields SELECT 'mechanics', name, place - 1 FROM unnest($1::text[]) WITH ORDINALITY AS field (name, place)",
      [names],
    );
    const plain = { hashIndexes: [...names.keys()], isEncrypted: [], key: Buffer.alloc(32) };
    await client.query("UPDATE imported_records SET field_hashes = $1 WHERE collection = 'mechanics'", [
      hashFields(reading, plain),
    ]);
  });
}

/** Stores mechanics as a version without encryption did. */
async function storePlain(count: number): Promise<void> {
  await test.database.pool.query(
    `INSERT INTO mechanics (id, name, bank_upi_id) SELECT lpad(to_hex(n), 24, '0'), 'M', n || '@upi' FROM generate_series(1, $1::int) AS n`,
    [count],
  );
}

async function plainRows(): Promise<number | null> {
  const plain = await test.database.pool.query("SELECT FROM mechanics WHERE bank_upi_id LIKE '%@upi'");
  return plain.rowCount;
}

describe('[PRIV-01] bank and identity data', () => {
  it('are encrypted in their columns and in the import hashes, and are shown unchanged', async () => {
    expect((await imported(source())).counts('mechanics')).toEqual([1, 1, 0, 0, 0]);
    for (const value of Object.values(await stored()).slice(0, 4)) expect(value).toMatch(/^v1:[0-9a-f]{16}:/);
    expect(await shown()).toMatchObject({
      payment_details: { account_number: '••••0123', ifsc_code: SECRETS.ifsc_code, upi_id: SECRETS.upi_id },
      documents: { adhar_card: AADHAAR_ON_FILE },
    });
    const revealed = await test.call('GET', `/admin/mechanics/${SUNIL}/bank-account`, { token });
    expect(revealed.body.accountNumber).toBe(SECRETS.account_number);
    const card = await test.call('GET', `/admin/mechanics/${SUNIL}/documents/aadhaar`, { token });
    expect(card.body.url).toBe(adhar_card);
    const disclosed = `${await dumpDatabase(test.database.pool, test.connectionString)}${test.logged()}`;
    expect(disclosed).toContain('Sunil Yadav');
    for (const secret of Object.values(SECRETS)) expect(disclosed).not.toContain(secret);
  });

  it('keep their stored form when the source changes another field, so that only their own change counts', async () => {
    await imported(source());
    const before = await stored();
    expect((await imported(source())).counts('mechanics')).toEqual([1, 0, 0, 1, 0]);
    expect((await imported(source({ name: 'Sunil K' }))).counts('mechanics')).toEqual([1, 0, 1, 0, 0]);
    expect(await stored()).toEqual(before);
    expect(before['bank_changed_at']).toBeNull();
    await imported(source({}, { ifsc_code: 'HDFC0000001' }));
    const after = await stored();
    expect(after['bank_changed_at']).not.toBeNull();
    expect(after['bank_account_number']).toBe(before['bank_account_number']);
    expect((await shown()).payment_details.ifsc_code).toBe('HDFC0000001');
  });

  it('are encrypted after startup when they are from an older version, stay readable in the meantime, and do not count as changed in an import', async () => {
    await storeAsBefore();
    expect((await shown()).payment_details).toMatchObject({ account_number: '••••0123', upi_id: SECRETS.upi_id });
    const before = await dumpDatabase(test.database.pool, test.connectionString);
    for (const secret of Object.values(SECRETS)) expect(before).toContain(secret);
    expect(await encryptStored(test.database, test.keys)).toBe(1);
    expect(await encryptStored(test.database, test.keys)).toBe(0);
    const after = await dumpDatabase(test.database.pool, test.connectionString);
    for (const secret of Object.values(SECRETS)) expect(after).not.toContain(secret);
    expect((await shown()).payment_details).toMatchObject({ account_number: '••••0123', upi_id: SECRETS.upi_id });
    expect((await imported(source())).counts('mechanics')).toEqual([1, 0, 0, 1, 0]);
    expect((await stored())['bank_changed_at']).toBeNull();
    const { rows } = await test.database.pool.query(
      "SELECT field_hashes AS hashes FROM imported_records WHERE collection = 'mechanics'",
    );
    const definition = collections.mechanics as RecordDefinition;
    const plain = {
      hashIndexes: definition.columns.map((_, index) => index),
      isEncrypted: [],
      key: Buffer.alloc(32),
    };
    const hashes = hashFields(readDocument(definition, source()), plain);
    const at = definition.columns.findIndex(({ name }) => name === 'bank_ifsc_code') * 4;
    expect(rows[0].hashes.includes(hashes.subarray(at, at + 4))).toBe(false);
  });

  it('are encrypted in batches, which continue after a kill and can run during an import', async () => {
    await storePlain(1_200);
    const killed = encryptStored(test.database, test.keys, () => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await plainRows()).toBe(700);
    // The import itself encrypts some of them.
    const [, { counts }] = await Promise.all([encryptStored(test.database, test.keys), imported(source())]);
    expect(counts('mechanics')).toEqual([1, 1, 0, 0, 0]);
    expect(await plainRows()).toBe(0);
  });

  it('are encrypted by two programs concurrently, which count each row once', async () => {
    await storePlain(1_200);
    const counts = await Promise.all([1, 2].map(() => encryptStored(test.database, test.keys)));
    expect([(counts[0] ?? 0) + (counts[1] ?? 0), await plainRows()]).toEqual([1_200, 0]);
  });

  it('are re-encrypted with a new key while two programs write, and the old key cannot decrypt anything afterwards', async () => {
    await imported(source());
    const [oldKey, newKey] = [Buffer.from(DATA_KEY, 'base64'), randomBytes(32)];
    const dataDir = '/nowhere';
    const change = await findKeyChange({ dataKey: oldKey, nextDataKey: newKey, dataDir });
    if (change === null) throw new Error('there is a new key');
    const place = { table: 'mechanics', id: SUNIL, column: 'bank_upi_id' };
    const writer = await test.database.pool.connect();
    await writer.query('BEGIN');
    const late = await test.keys.encrypt(writer, 'late@upi', place);
    const switching = switchKey(test.database, change);
    await untilLockWait(test.database, 'the change of the key to wait for the writer');
    await writer.query('UPDATE mechanics SET bank_upi_id = $1', [late]);
    await writer.query('COMMIT');
    writer.release();
    await switching;
    // A program that knows only the old key now encrypts with the new one. The re-encryption is then killed.
    const other = await test.database.transaction((client) => test.keys.encrypt(client, 'x', place));
    expect(other).toContain(change.to.id);
    await expect(
      encryptStored(test.database, test.keys, () => {
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    await switchKey(test.database, change);
    await encryptStored(test.database, test.keys);
    for (const value of Object.values(await stored()).slice(0, 4)) expect(value).toContain(`v1:${change.to.id}:`);
    expect((await shown()).payment_details).toMatchObject({ account_number: '••••0123', upi_id: 'late@upi' });
    await removeOldWrappers(test.database);
    await expect(openDataKeys(test.database, { dataKey: oldKey, dataDir })).rejects.toThrow('does not match');
    const renewed = await openDataKeys(test.database, { dataKey: newKey, dataDir });
    expect(await renewed.decrypt((await stored())['bank_upi_id'] ?? '', place)).toBe('late@upi');
    // The other tests in this file use the old key.
    await switchKey(test.database, { from: change.to, to: change.from });
  });

  it('are not shown if they were modified or moved from another row or column', async () => {
    await imported(source());
    await test.database.pool.query(
      "UPDATE mechanics SET bank_ifsc_code = bank_upi_id, bank_upi_id = overlay(bank_upi_id PLACING 'AAAA' FROM 30)",
    );
    expect((await shown()).payment_details).toMatchObject({ ifsc_code: null, upi_id: null });
  });
});
