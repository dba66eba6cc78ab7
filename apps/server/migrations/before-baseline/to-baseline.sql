-- From the last migration before the baseline to the baseline. The program's own functions and triggers are created afterwards.

DROP FUNCTION business_time_zone, iso_instant, day_start, free_tally_shard, keep_tallies, rolled_up, recounted_tallies, tally_differences,
  activity_hash, note_hash, chain_activity, keep_activity, deed_part, deed_parts, only_append, keep_balances, keep_wallets,
  keep_transaction_ids, keep_bank_changed, rate_payment, note_pending_postings, note_postings_of_rates CASCADE;
DROP PROCEDURE tally, rebuild_tallies, post_on_change, note_all_postings;
DROP VIEW configuration_periods;
DROP TABLE tallied_subjects;

ALTER TABLE business_facts RENAME TO business_settings;
ALTER INDEX business_facts_pkey RENAME TO business_settings_pkey;
ALTER INDEX activity_subject RENAME TO activity_entity_id;

ALTER TABLE tallies RENAME TO counters;
ALTER TABLE counters RENAME COLUMN subject TO name;
ALTER TABLE counters RENAME COLUMN part TO status;
ALTER TABLE counters RENAME CONSTRAINT tallies_key TO counters_key;
UPDATE counters SET name = 'activity by record' WHERE name = 'deeds';

DROP INDEX bookings_listed, bookings_status_listed, bookings_fragment;
ALTER TABLE bookings DROP CONSTRAINT bookings_presence;
ALTER TABLE bookings RENAME COLUMN presence TO record_state;
ALTER TABLE bookings ALTER COLUMN record_state TYPE text
  USING CASE record_state WHEN 'known' THEN 'full' WHEN 'unknown' THEN 'stub' ELSE record_state END,
  ALTER COLUMN record_state SET DEFAULT 'full';
ALTER TABLE bookings ADD CONSTRAINT bookings_record_state CHECK (record_state in ('full', 'stub', 'erased'));
CREATE INDEX "bookings_listed" ON "bookings" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';
CREATE INDEX "bookings_status_listed" ON "bookings" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';
CREATE INDEX "bookings_fragment" ON "bookings" USING gin (id gin_trgm_ops) WHERE record_state = 'full';

DROP INDEX mechanics_listed, mechanics_status_listed, mechanics_created, mechanics_fragment;
ALTER TABLE mechanics DROP CONSTRAINT mechanics_presence;
ALTER TABLE mechanics RENAME COLUMN presence TO record_state;
ALTER TABLE mechanics ALTER COLUMN record_state TYPE text
  USING CASE record_state WHEN 'known' THEN 'full' WHEN 'unknown' THEN 'stub' ELSE record_state END,
  ALTER COLUMN record_state SET DEFAULT 'full';
ALTER TABLE mechanics ADD CONSTRAINT mechanics_record_state CHECK (record_state in ('full', 'stub', 'erased'));
CREATE INDEX "mechanics_listed" ON "mechanics" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';
CREATE INDEX "mechanics_status_listed" ON "mechanics" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';
CREATE INDEX "mechanics_created" ON "mechanics" USING btree ("created_at","status","is_blocked") WHERE record_state = 'full';
CREATE INDEX "mechanics_fragment" ON "mechanics" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE record_state = 'full';

DROP INDEX payments_occurred, payments_status_occurred, payments_fragment;
ALTER TABLE payments DROP CONSTRAINT payments_presence;
ALTER TABLE payments RENAME COLUMN presence TO record_state;
ALTER TABLE payments ALTER COLUMN record_state TYPE text
  USING CASE record_state WHEN 'known' THEN 'full' WHEN 'unknown' THEN 'stub' ELSE record_state END,
  ALTER COLUMN record_state SET DEFAULT 'full';
ALTER TABLE payments ADD CONSTRAINT payments_record_state CHECK (record_state in ('full', 'stub', 'erased'));
CREATE INDEX "payments_occurred" ON "payments" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';
CREATE INDEX "payments_status_occurred" ON "payments" USING btree ("status","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_paise") WHERE record_state = 'full';
CREATE INDEX "payments_fragment" ON "payments" USING gin (id gin_trgm_ops) WHERE record_state = 'full';

ALTER TABLE services DROP CONSTRAINT services_presence;
ALTER TABLE services RENAME COLUMN presence TO record_state;
ALTER TABLE services ALTER COLUMN record_state TYPE text
  USING CASE record_state WHEN 'known' THEN 'full' WHEN 'unknown' THEN 'stub' ELSE record_state END,
  ALTER COLUMN record_state SET DEFAULT 'full';
ALTER TABLE services ADD CONSTRAINT services_record_state CHECK (record_state in ('full', 'stub', 'erased'));

DROP INDEX users_listed, users_created, users_fragment;
ALTER TABLE users DROP CONSTRAINT users_presence;
ALTER TABLE users RENAME COLUMN presence TO record_state;
ALTER TABLE users ALTER COLUMN record_state TYPE text
  USING CASE record_state WHEN 'known' THEN 'full' WHEN 'unknown' THEN 'stub' ELSE record_state END,
  ALTER COLUMN record_state SET DEFAULT 'full';
ALTER TABLE users ADD CONSTRAINT users_record_state CHECK (record_state in ('full', 'stub', 'erased'));
CREATE INDEX "users_listed" ON "users" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';
CREATE INDEX "users_created" ON "users" USING btree ("created_at","is_blocked") WHERE record_state = 'full';
CREATE INDEX "users_fragment" ON "users" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE record_state = 'full';
