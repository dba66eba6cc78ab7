import { expect, it } from 'vitest';
import { findLockingMigrations } from './migration-locks.mjs';

const FOLDER = 'apps/server/migrations';
const landed = { path: `${FOLDER}/0000_baseline.sql`, text: 'UPDATE "bookings" SET "status" = null;' };

/** @param {string} text */
const find = (text) => findLockingMigrations([landed, { path: `${FOLDER}/0001_example.sql`, text }]);

it.each([
  [
    'adding-field-with-default',
    'ALTER TABLE "bookings" ADD COLUMN "seen_at" timestamptz DEFAULT clock_timestamp();',
  ],
  [
    'adding-field-with-default',
    `ALTER TABLE "payouts" ADD COLUMN "listed_at" timestamptz GENERATED ALWAYS AS (coalesce(paid_at, '-infinity')) STORED;`,
  ],
  ['adding-required-field', 'ALTER TABLE "bookings" ADD COLUMN "note" text NOT NULL;'],
  ['adding-not-nullable-field', 'ALTER TABLE "bookings" ALTER COLUMN "note" SET NOT NULL;'],
  [
    'adding-foreign-key-constraint',
    'ALTER TABLE "bookings" ADD CONSTRAINT "k" FOREIGN KEY ("a") REFERENCES "users"("id");',
  ],
  ['constraint-missing-not-valid', `ALTER TABLE "bookings" ADD CONSTRAINT "k" CHECK ("note" <> '');`],
  ['disallowed-unique-constraint', 'ALTER TABLE "bookings" ADD CONSTRAINT "k" UNIQUE ("note");'],
  ['changing-column-type', 'ALTER TABLE "bookings" ALTER COLUMN "note" TYPE bigint USING 1;'],
  ['renaming-column', 'ALTER TABLE "bookings" RENAME COLUMN "note" TO "text";'],
  ['renaming-table', 'ALTER TABLE "bookings" RENAME TO "orders";'],
  ['ban-drop-column', 'ALTER TABLE "bookings" DROP COLUMN "note";'],
  ['ban-drop-table', 'DROP TABLE "bookings";'],
  ['require-concurrent-index-creation', 'CREATE INDEX "bookings_note" ON "bookings" USING btree ("note");'],
  ['require-concurrent-index-creation', 'CREATE UNIQUE INDEX "bookings_note" ON "bookings" USING btree ("note");'],
  ['require-concurrent-index-deletion', 'DROP INDEX "bookings_note";'],
  ['require-concurrent-reindex', 'REINDEX TABLE "bookings";'],
  ['back-fill', `UPDATE "bookings" SET "note" = '' WHERE "note" IS NULL;`],
  ['back-fill', 'DELETE FROM "notes";'],
  ['back-fill', 'TRUNCATE "notes";'],
  ['back-fill', 'WITH gone AS (DELETE FROM "notes" RETURNING "id") SELECT count(*) FROM gone;'],
  ['back-fill', 'INSERT INTO "pending_postings" ("record_ids") SELECT array_agg("id") FROM "payments";'],
  ['reads the whole table', `ALTER TABLE "bookings" ADD COLUMN "note" text CHECK ("note" <> '');`],
  ['LockStmt', 'LOCK TABLE "bookings";'],
  ['VacuumStmt', 'VACUUM FULL "bookings";'],
  ['DO block', 'DO $$ BEGIN UPDATE bookings SET note = 1; END $$;'],
  ['functions/', 'DROP VIEW "payments_out";'],
  ['runs alone', 'ALTER TABLE "bookings" ADD COLUMN "a" text;\nCREATE INDEX CONCURRENTLY "b" ON "bookings" ("a");'],
])('[OPER-03] rejects a migration: %s', async (rule, statement) => {
  const found = await find(
    `-- ₹ and other letters\nCREATE TABLE "drafts" ("id" text);\n--> statement-breakpoint\n${statement}`,
  );
  expect(found.map(({ message }) => message).join('\n')).toContain(rule);
  for (const { line } of found) expect(line).toBe(statement.includes('\n') ? 5 : 4);
});

it('accepts everything on a table that the migration creates', async () => {
  const text = `
    CREATE TABLE "drafts" ("id" text PRIMARY KEY NOT NULL, "user_id" text);
    --> statement-breakpoint
    ALTER TABLE "drafts" ADD COLUMN "note" text NOT NULL;
    ALTER TABLE "drafts" ALTER COLUMN "note" TYPE bigint USING 1;
    ALTER TABLE "drafts" ADD CONSTRAINT "drafts_note" CHECK ("note" > 0);
    ALTER TABLE "drafts" ADD CONSTRAINT "k" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
    CREATE UNIQUE INDEX "drafts_note" ON "drafts" USING btree ("note");
    INSERT INTO "drafts" ("id") VALUES ('a'), ('b');
    UPDATE "drafts" SET "note" = 1;
    ALTER TABLE "drafts" DROP COLUMN "note";`;
  expect(await find(text)).toEqual([]);
});

it('accepts an expanding migration of an existing table', async () => {
  const text = `
    ALTER TABLE "bookings" ADD COLUMN "note" text;--> statement-breakpoint
    ALTER TABLE "bookings" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
    ALTER TABLE "bookings" ADD CONSTRAINT "bookings_note" CHECK ("note" IS NOT NULL) NOT VALID;--> statement-breakpoint
    ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_note";--> statement-breakpoint
    ALTER TABLE "bookings" ALTER COLUMN "note" SET NOT NULL;--> statement-breakpoint
    ALTER TABLE "bookings" DROP CONSTRAINT "bookings_note";--> statement-breakpoint
    CREATE INDEX CONCURRENTLY "bookings_note" ON "bookings" USING btree ("note");--> statement-breakpoint
    -- few rows: one setting
    DELETE FROM "business_settings" WHERE "name" = 'link_key';`;
  expect(await find(text)).toEqual([]);
});

it('accepts a drop only of objects that no release has used since an earlier migration', async () => {
  const drop = 'ALTER TABLE "bookings" DROP COLUMN "note";';
  expect(await find(`-- contract: nothing uses it since 0000_baseline\n${drop}`)).toEqual([]);
  for (const since of ['0001_example', '0026_unknown'])
    expect(await find(`-- contract: nothing uses it since ${since}\n${drop}`)).toHaveLength(1);
});

it('fails on a statement that PostgreSQL does not parse', async () => {
  await expect(find('ALTER TABLE bookings ADD COLUM note text')).rejects.toThrow(/syntax error/);
});
