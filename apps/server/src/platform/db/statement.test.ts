import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fillWithDemo } from '../../../../../packages/demo/src/fill-with-demo.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type DefinedStatement, definedStatements } from './statement.ts';

const SOURCES = ['../..', '../../../../../packages/demo/src'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const DEFINITION = /= defineStatement[(<]/;
/** Rows that statements read but the demo data lacks. */
const MORE_ROWS = `
  INSERT INTO admins (id, email, email_key, password_hash) VALUES (repeat('0', 24), 'owner@example.test', 'owner@example.test', 'h');
  INSERT INTO sessions (token_hash, admin_id, expires_at) VALUES ('\\x01', repeat('0', 24), '2099-01-01');
  INSERT INTO admin_identities (id, admin_id, issuer, subject, refresh_token, created_at, checked_at, next_check_at)
  VALUES (repeat('0', 24), repeat('0', 24), 'https://login.example.test/', 'subject', 'v1:', '2026-03-01', '2026-03-01', '2026-03-01');
  UPDATE sessions SET identity_id = repeat('0', 24), expires_at = '2100-01-01';
  INSERT INTO totp (admin_id, secret, confirmed_at) VALUES (repeat('0', 24), 'v1:', '2026-03-01');
  INSERT INTO passkeys (id, admin_id, credential_id, public_key, counter, name, transports, origin, created_at)
  VALUES (repeat('6', 24), repeat('0', 24), 'credential', '\\x05', 0, 'Laptop', '{}', 'https://office.example.test', '2026-03-01');
  INSERT INTO login_challenges VALUES ('\\x06', repeat('0', 24), '2099-01-01');
  INSERT INTO password_links VALUES ('\\x02', repeat('0', 24), '2099-01-01');
  INSERT INTO login_attempts VALUES ('192.0.2.1', '\\x03', 1, '2099-01-01');
  INSERT INTO loyalty_payouts (id, user_id, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
  SELECT repeat('f', 24), id, 'LOYALTY-1', 'loyalty-1', '\\x00', 100, now() FROM users WHERE wallet_paise > 0 LIMIT 1;
  INSERT INTO wallet_entries (user_id, kind, amount_paise, loyalty_payout_id)
  SELECT user_id, 'loyalty_payout', -amount_paise, id FROM loyalty_payouts;
  INSERT INTO approval_settings (limit_paise, day_limit_paise) VALUES (1, 1);
  INSERT INTO approvals (id, kind, mechanic_id, amount_paise, method, transaction_id, transaction_key, request_hash, cause,
    requested_by, requested_at, lapses_at)
  SELECT repeat('a', 24), 'payout', max(id), 100, 'cash', 'WAITS-1', 'waits-1', '\\x00', 'limit', repeat('0', 24), '2026-03-01', '2099-01-01'
  FROM mechanics;
  INSERT INTO refunds (id, payment_id, mechanic_id, kind, state, amount_paise, returned_paise, requested_by, requested_at, request_key, lapses_at, decided_at, source_id)
  SELECT repeat(digit, 24), p.id, m.id, 'part', state, 1, CASE state WHEN 'confirmed' THEN 1 ELSE 0 END, repeat('0', 24), now(), digit, '2026-04-01',
    CASE state WHEN 'confirmed' THEN now() END, CASE state WHEN 'confirmed' THEN repeat('e', 24) END
  FROM (SELECT max(id) AS id FROM payments WHERE status = 'refunded') AS p, (SELECT max(id) AS id FROM mechanics) AS m,
    (VALUES ('1', 'waiting'), ('2', 'requested'), ('3', 'confirmed')) AS made (digit, state);
  INSERT INTO service_keys (id, name, key_hash, prefix, scopes, created_at)
  VALUES (repeat('7', 24), 'app', '\\x04', 'wsk_', '{bookings}', '2026-03-01');
  INSERT INTO service_key_uses (key_id, hour_started_at, requests) VALUES (repeat('7', 24), '2026-03-01', 1);
  INSERT INTO webhook_endpoints (id, url, secret, created_at, replay_after, replay_through)
  VALUES (repeat('8', 24), 'https://hooks.example.test', 'whsec_', '2026-03-01', 0, 1);
  INSERT INTO events (position, id, type, at, data) VALUES (1, 'evt_1', 'slot.deleted', '2026-03-01', '{}');
  UPDATE event_feed SET last_position = 1;
  INSERT INTO webhook_deliveries (endpoint_id, event_sequence, next_attempt_at, created_at)
  SELECT repeat('8', 24), sequence, '2026-03-01', '2026-03-01' FROM events;
  INSERT INTO document_copies (field, id, next_attempt_at) VALUES ('shop_photo', repeat('9', 24), '2026-03-01');
  INSERT INTO imported_records VALUES ('users', repeat('9', 24), '\\x01020304');
  INSERT INTO imported_records SELECT 'slots', max(id), '\\x01020304' FROM slots;
  INSERT INTO activity (at, action, entity, entity_id, changes)
  SELECT now(), action, 'slot', max(id), '[{"field": "duration", "before": null, "after": "1 hour"}]'
  FROM slots, unnest(ARRAY['created', 'deleted']) AS action GROUP BY action;
  INSERT INTO activity (at, action, entity, entity_id) VALUES (now(), 'created', 'service_key', repeat('7', 24));
  INSERT INTO imported_fields (collection, name, place) VALUES ('users', 'name', 0);
  INSERT INTO erasures (id, kind, person_id, event, is_logged) VALUES (repeat('b', 24), 'user', repeat('c', 24), 'erased', false);
  INSERT INTO pending_postings (record_ids)
  SELECT array_agg(id) FROM bookings WHERE mechanic_id = (SELECT max(mechanic_id) FROM bookings);
  INSERT INTO jobs (id, list, action, actor_id, key, request_hash, total, created_at, touched_at)
  VALUES (repeat('9', 24), 'users', 'block', repeat('0', 24), 'key', '\\x07', 1, '2026-03-01', '2026-03-01');
  INSERT INTO job_rows (job_id, position, record_id) VALUES (repeat('9', 24), 1, repeat('a', 24));
  INSERT INTO selections VALUES (repeat('9', 24), repeat('0', 24), 'users', '{a}', '2026-03-01');
  INSERT INTO mechanics (id, name, status) VALUES (repeat('0', 24), 'Nobody', 'approved');
  INSERT INTO payment_runs (id, number, state, profile, definition, debit_account, row_count, total_paise, created_by, created_at,
    request_key, request_hash, lapses_at, sent_by, sent_at, file_name, file_hash)
  VALUES (repeat('0', 24), 1, 'sent', 'icici', '{"label": "ICICI"}', 'v1:', 1, 100, repeat('0', 24), '2026-03-01', 'key 1', '\\x08', NULL,
      repeat('0', 24), '2026-03-01', 'file.csv', '\\x09'),
    (repeat('1', 24), 2, 'waiting', 'icici', '{"label": "ICICI"}', 'v1:', 1, 100, repeat('0', 24), '2026-03-01', 'key 2', '\\x08', '2099-01-01',
      NULL, NULL, NULL, NULL),
    (repeat('2', 24), 3, 'sent', 'icici', '{"label": "ICICI"}', 'v1:', 1, 100, repeat('0', 24), '2026-03-01', 'key 3', '\\x08', NULL,
      repeat('0', 24), '2026-03-01', 'file.csv', '\\x09');
  INSERT INTO payment_run_rows (reference, run_id, position, mechanic_id, amount_paise, mode, destination, destination_digest, state, changed_at)
  VALUES ('W0000001', repeat('1', 24), 1, repeat('0', 24), 100, 'neft', '••••1234', 'a:b', 'reserved', '2026-03-01'),
    ('W0000002', repeat('2', 24), 1, repeat('0', 24), 100, 'neft', '••••1234', 'a:b', 'sent', '2026-03-01');
  INSERT INTO payment_run_file_parts VALUES (repeat('2', 24) || '-1', repeat('2', 24), 1, 'v1:');
  INSERT INTO bank_answers (id, profile, definition, name, hash, total, uploaded_by, uploaded_at, touched_at)
  VALUES (repeat('3', 24), 'icici', '{"label": "ICICI"}', 'answer.csv', '\\x0a', 1, repeat('0', 24), '2026-03-01', '2026-03-01');
  INSERT INTO bank_answers (id, profile, definition, name, hash, total, uploaded_by, uploaded_at, touched_at, state, finished_at)
    SELECT repeat('4', 24), profile, definition, name, '\\x0b', total, uploaded_by, uploaded_at, touched_at, 'stopped', uploaded_at
    FROM bank_answers WHERE hash = '\\x0a';
  INSERT INTO bank_answer_parts VALUES (repeat('3', 24) || '-1', repeat('3', 24), 1, 'v1:');
  INSERT INTO bank_result_rows VALUES (repeat('3', 24) || '-1', repeat('3', 24), 1, 'v1:');
  INSERT INTO bank_answer_issues (answer_id, line, kind, message) VALUES (repeat('3', 24), 2, 'unknown_reference', 'Unknown reference');
  INSERT INTO settlement_files (id, kind, profile, definition, name, hash, line_count, total_paise, first_day, last_day, uploaded_at, uploaded_by)
  VALUES (repeat('5', 24), 'gateway', 'razorpay', '{"label": "Razorpay"}', 'report.csv', '\\x10', 1, 100, '2026-03-01', '2026-03-01', '2026-03-01', 'owner');
  INSERT INTO settlement_file_parts VALUES (repeat('5', 24) || '-1', repeat('5', 24), 1, 'v1:');
  INSERT INTO settlement_lines (file_id, line, source, type, amount_paise, net_paise, day, state)
  VALUES (repeat('5', 24), 1, 'razorpay', 'payment', 100, 100, '2026-03-01', 'missing_here');
  INSERT INTO settlement_lines (source, type, amount_paise, net_paise, day, state, payment_id)
  SELECT 'payments', 'payment', 100, 100, '2026-03-01', 'missing_there', max(id) FROM payments;
  INSERT INTO settlements (source, reference, line_count, payments_paise, adjustments_paise, refunds_paise, fee_paise, tax_paise, stated_paise)
  VALUES ('razorpay', 'setl_1', 1, 100, 0, 0, 0, 0, 100);
  INSERT INTO notes (id, booking_id, text, author_id, created_at) SELECT repeat('e', 24), max(id), 'Signed', repeat('0', 24), now() FROM bookings;
  INSERT INTO calls (id, phone, at) VALUES (repeat('c', 24), '9876543210', '2026-03-01');
  INSERT INTO call_people (call_id, user_id, at) SELECT repeat('c', 24), max(id), '2026-03-01' FROM users;
  INSERT INTO roadside_desks (admin_id, seen_at, muted_until) VALUES (repeat('0', 24), now(), now() + interval '1 hour');
  INSERT INTO roadside_shifts (admin_id, session_hash) SELECT admin_id, token_hash FROM sessions LIMIT 1;
  INSERT INTO push_subscriptions (id, admin_id, session_hash, endpoint_hash, subscription)
    SELECT repeat('0', 24), admin_id, token_hash, '\\x0e', 'v1:' FROM sessions LIMIT 1;
  INSERT INTO bookings (id, kind, status) VALUES (repeat('e', 24), 'emergency', 'pending');
  INSERT INTO emergency_claims (booking_id, admin_id, claimed_at) VALUES (repeat('e', 24), repeat('0', 24), now());
  INSERT INTO admins (id, email, email_key, password_hash) VALUES (repeat('9', 24), 'nine@example.com', 'nine@example.com', 'hash');
  INSERT INTO sessions (token_hash, admin_id, expires_at) VALUES ('\\x19', repeat('9', 24), '2099-01-01');
  INSERT INTO roadside_shifts (admin_id, session_hash) VALUES (repeat('9', 24), '\\x19');
  INSERT INTO push_subscriptions (id, admin_id, session_hash, endpoint_hash, subscription)
    VALUES (repeat('9', 24), repeat('9', 24), '\\x19', '\\x0f', 'v1:');
  INSERT INTO push_keys VALUES ('vapid', 'public', 'v1:');
  INSERT INTO emergency_pushes VALUES (repeat('e', 24), now());
  INSERT INTO bookings (id, kind, status, created_at) VALUES (repeat('8', 24), 'emergency', 'pending', now() - interval '5 minutes');
  UPDATE notifications SET delivery = 'queued';
  INSERT INTO activity (at, actor_id, actor_email, action, entity, entity_id)
  SELECT now(), repeat('0', 24), 'owner@example.test', 'approved', 'mechanic', id FROM mechanics WHERE status = 'approved';
  INSERT INTO activity (at, action, entity, entity_id) VALUES (now(), 'sent', 'notification', repeat('d', 24));
  UPDATE users SET wallet_paise = 1 WHERE id = (SELECT max(id) FROM users);
  INSERT INTO closes (number, kind, day, starts_at, ends_at, closed_until, document, hash, public_key, key_id, signature, made_at)
  VALUES (1, 'close', '2026-03-01', '2026-02-28T18:30Z', '2026-03-01T18:30Z', '2026-03-01T18:30Z', '{}', '\\x0b', '\\x0c', 'key', '\\x0d', '2026-03-02');`;

async function loadStatements(): Promise<DefinedStatement<object>[]> {
  for (const folder of SOURCES)
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      if (DEFINITION.test(await readFile(path, 'utf8'))) await import(path);
    }
  return definedStatements();
}

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await fillWithDemo(test, { bookings: 200, seed: 3, now: new Date('2026-03-14T11:20:00Z') });
  await test.database.pool.query(MORE_ROWS);
});
afterAll(() => test.drop());

async function exampleValue(example: unknown): Promise<unknown> {
  if (Array.isArray(example)) return Promise.all(example.map(exampleValue));
  const sample = z.safeParse(z.strictObject({ table: z.string(), column: z.string() }), example);
  if (!sample.success) return example;
  const { table, column } = sample.data;
  const { rows } = await test.database.pool.query<{ value: unknown }>(
    `SELECT ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column} DESC LIMIT 1`,
  );
  if (rows.length === 0) throw new Error(`the demo has no ${table}.${column}`);
  return rows[0]?.value;
}

describe('a statement definition', async () => {
  it.each(await loadStatements())('returns rows of its declared type: $name', async ({ text, row, example }) => {
    const values = await Promise.all(example.map(exampleValue));
    const client = await test.database.pool.connect();
    try {
      await client.query('BEGIN');
      const { rows, fields } = await client.query({ text, values });
      if (row === undefined) return expect(fields).toEqual([]);
      expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(row._zod.def.shape).sort());
      expect(rows, 'the example values find no row').not.toEqual([]);
      for (const found of rows) z.parse(row, found);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
