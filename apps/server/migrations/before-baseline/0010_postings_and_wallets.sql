-- Entries are posted in the transaction of what they follow from, rates follow the date of a payment, and a wallet is the sum
-- of entries. In the order of rebuild_tallies(), so that what follows waits for writers and not they for it.
LOCK TABLE bookings, configurations, earnings, ledger_entries, loyalty_payouts, mechanics, payments, payouts, users IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DROP PROCEDURE catch_up_money();
--> statement-breakpoint
DROP PROCEDURE settle_on_change(text, text, text, text);
--> statement-breakpoint
DROP FUNCTION mark_unsettled() CASCADE;
--> statement-breakpoint
DROP FUNCTION keep_configuration_version() CASCADE;
--> statement-breakpoint
CREATE TABLE "imported_fields" (
	"collection" text NOT NULL,
	"name" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "imported_fields_collection_name_pk" PRIMARY KEY("collection","name"),
	CONSTRAINT "imported_fields_place" UNIQUE("collection","place")
);
--> statement-breakpoint
CREATE TABLE "pending_postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record_ids" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"kind" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"loyalty_payout_id" text collate "C",
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_entries_loyalty_payout" UNIQUE("loyalty_payout_id","kind"),
	CONSTRAINT "wallet_entries_kind" CHECK ("wallet_entries"."kind" in ('opening', 'source_change', 'loyalty_payout', 'void', 'adjustment')),
	CONSTRAINT "wallet_entries_owner" CHECK (num_nonnulls("wallet_entries"."user_id", "wallet_entries"."mechanic_id") = 1),
	CONSTRAINT "wallet_entries_payout" CHECK (("wallet_entries"."kind" in ('loyalty_payout', 'void')) = ("wallet_entries"."loyalty_payout_id" is not null))
);
--> statement-breakpoint
DROP TABLE "unsettled_records";--> statement-breakpoint
ALTER TABLE "mechanics" DROP CONSTRAINT "mechanics_wallet";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_wallet";--> statement-breakpoint
ALTER TABLE "configurations" ADD COLUMN "stated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "configuration_versions" ADD COLUMN "in_force_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "configuration_versions" ADD COLUMN "is_from_source" boolean;--> statement-breakpoint
ALTER TABLE "configuration_versions" ADD COLUMN "changed" text[];--> statement-breakpoint
-- What was in force first has applied to whatever was older.
UPDATE configuration_versions AS v SET is_from_source = changed_by IS NULL,
  in_force_from = CASE WHEN before.content IS NULL THEN '-infinity' ELSE v.at END,
  changed = ARRAY(SELECT key FROM jsonb_each(v.content) WHERE before.content IS NULL OR before.content -> key IS DISTINCT FROM value)
FROM (SELECT number, lag(content) OVER (ORDER BY number) AS content FROM configuration_versions) AS before
WHERE before.number = v.number;--> statement-breakpoint
ALTER TABLE "configuration_versions" ALTER COLUMN "in_force_from" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "configuration_versions" ALTER COLUMN "is_from_source" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "configuration_versions" ALTER COLUMN "changed" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mechanics" ADD COLUMN "source_wallet_paise" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "source_wallet_paise" bigint;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_entries_user" ON "wallet_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallet_entries_mechanic" ON "wallet_entries" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "configuration_versions_in_force" ON "configuration_versions" USING btree ("in_force_from" desc,"number" desc);--> statement-breakpoint
ALTER TABLE "mechanics" ADD CONSTRAINT "mechanics_source_wallet" CHECK ("mechanics"."source_wallet_paise" >= 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_source_wallet" CHECK ("users"."source_wallet_paise" >= 0);
--> statement-breakpoint
-- The places that fields have had so far: those of their columns.
INSERT INTO imported_fields (collection, name, place)
SELECT collection, name, place - 1 FROM (VALUES
  ('configs', '{charge_per_km_paise,platform_fee_paise,commission_percent,referral_bonus_paise,mechanic_charge_paise,discount_percent,loyalty_points,upi_id}'),
  ('users', '{name,email,phone,vehicle_types,source_wallet_paise,is_blocked,referral_code,socket_id,created_at,updated_at}'),
  ('mechanics', '{name,email,phone,status,is_blocked,is_expert,is_available,is_email_verified,is_phone_verified,source_wallet_paise,referral_code,vehicle_types,shop_name,shop_per_hour_paise,shop_experience_years,shop_description,shop_latitude,shop_longitude,bank_account_holder,bank_name,bank_account_number,bank_ifsc_code,bank_upi_id,bank_preferred_method,profile_photo,aadhaar_card,shop_photo,created_at}'),
  ('companies', '{company_name,image,created_at}'),
  ('slots', '{start_time,end_time,duration}'),
  ('sosservices', '{name,vehicle_type,price_paise,image}'),
  ('services', '{name,vehicle_type,image,created_at}'),
  ('parts', '{service_id,name,price_paise,image}'),
  ('bookings', '{kind,status,payment_status,services,problem,scheduled_at,latitude,longitude,rating,customer_id,mechanic_id,total_paise,paid_paise,due_paise,discount_paise,platform_fee_paise,mechanic_charge_paise,service_cost_paise,price_per_km_paise,additional_service_cost_paise,created_at,updated_at}'),
  ('payments', '{booking_id,customer_id,mechanic_id,amount_paise,method,status,type,screenshot,total_paise,discount_paise,paid_paise,due_paise,transacted_at,created_at}'),
  ('earnings', '{mechanic_id,booking_id,payment_id,method,gross_paise,commission_paise,platform_fee_paise,net_paise,transacted_at}'),
  ('payouts', '{mechanic_id,transaction_id,amount_paise,method,paid_at,transaction_key}'),
  ('notifications', '{message,type,user_id,mechanic_id,created_at,updated_at}')
) AS known (collection, names), unnest(names::text[]) WITH ORDINALITY AS field (name, place);
--> statement-breakpoint
UPDATE payments SET rated_at = least(coalesce(transacted_at, created_at), now());
--> statement-breakpoint
CREATE FUNCTION rate_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rated_at := least(coalesce(NEW.transacted_at, NEW.created_at), date_trunc('milliseconds', clock_timestamp()));
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER rate_payment BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION rate_payment();
--> statement-breakpoint
CREATE TRIGGER rate_changed_payment BEFORE UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.presence, OLD.transacted_at, OLD.created_at) IS DISTINCT FROM (NEW.presence, NEW.transacted_at, NEW.created_at))
  EXECUTE FUNCTION rate_payment();
--> statement-breakpoint
-- Trigger arguments, over a row: the ids to post, what they depend on, the condition under which the row matters.
CREATE FUNCTION note_pending_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rows_of text := format('SELECT ARRAY[%s] AS ids, %s FROM %%s WHERE %s', tg_argv[0], tg_argv[1], tg_argv[2]);
  before text := format(rows_of, 'old_rows');
  after text := format(rows_of, 'new_rows');
BEGIN
  EXECUTE format($query$
    INSERT INTO pending_postings (record_ids)
    SELECT array_agg(DISTINCT id) FROM (SELECT unnest(ids) AS id FROM (%s) AS changed) AS touched
    WHERE id IS NOT NULL HAVING count(*) > 0
  $query$, CASE tg_op
    WHEN 'INSERT' THEN after
    WHEN 'DELETE' THEN before
    ELSE format('(%s EXCEPT %s) UNION ALL (%s EXCEPT %s)', before, after, after, before)
  END);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE PROCEDURE post_on_change(source text, ids text, depends_on text, condition text) LANGUAGE plpgsql AS $$
DECLARE
  arguments text := format('%L, %L, %L', ids, depends_on, condition);
BEGIN
  EXECUTE format('CREATE TRIGGER post_added AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_pending_postings(%s)', source, arguments);
  EXECUTE format('CREATE TRIGGER post_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_pending_postings(%s)', source, arguments);
  EXECUTE format('CREATE TRIGGER post_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_pending_postings(%s)', source, arguments);
END
$$;
--> statement-breakpoint
-- The payments of a booking are posted together: one of them bears its fee. A payment that is not paid may carry an earnings row.
CALL post_on_change('payments', 'coalesce(booking_id, id)', 'id, mechanic_id, amount_paise, method, status, transacted_at, created_at', $$presence = 'known'$$);
--> statement-breakpoint
CALL post_on_change('bookings', 'id', $$mechanic_id, status IS NOT DISTINCT FROM 'cancelled', platform_fee_paise$$, $$presence <> 'unknown'$$);
--> statement-breakpoint
-- A booking that is new has no payments yet: one that they came before was here already, as unknown.
DROP TRIGGER post_added ON bookings;
--> statement-breakpoint
CALL post_on_change('earnings', 'id, booking_id, payment_id', 'mechanic_id, method, gross_paise, commission_paise, platform_fee_paise, net_paise, transacted_at', 'true');
--> statement-breakpoint
CALL post_on_change('payouts', 'id', 'mechanic_id, amount_paise, method, paid_at', 'true');
--> statement-breakpoint
-- For rows that were written while no trigger looked.
CREATE PROCEDURE note_all_postings() LANGUAGE sql AS $$
  INSERT INTO pending_postings (record_ids)
  SELECT array_agg(id) FROM (
    SELECT id, row_number() OVER (ORDER BY id) / 2000 AS batch FROM (
      SELECT coalesce(booking_id, id) AS id FROM payments WHERE presence = 'known'
      UNION SELECT id FROM earnings
      UNION SELECT id FROM payouts) AS records
  ) AS numbered GROUP BY batch
$$;
--> statement-breakpoint
-- What each column of the configuration is, period by period: as an administrator saved it or a source changed it last. The first
-- that a source stated also counts for everything older (PAYO-08).
CREATE VIEW configuration_periods AS
  WITH stated AS (
    SELECT field.key AS field, v.in_force_from, v.number, field.value, v.is_from_source,
      CASE WHEN v.is_from_source THEN row_number() OVER by_source = 1 OR lag(field.value) OVER by_source IS DISTINCT FROM field.value
        ELSE field.key = ANY (v.changed) END AS is_change,
      v.is_from_source AND row_number() OVER by_source = 1 AS is_first
    FROM configuration_versions AS v CROSS JOIN LATERAL jsonb_each(v.content) AS field
    WINDOW by_source AS (PARTITION BY field.key, v.is_from_source ORDER BY v.in_force_from, v.number)),
  changes AS (
    SELECT DISTINCT ON (field, in_force_from) field, in_force_from, value FROM (
      SELECT field, in_force_from, number, value FROM stated WHERE is_change
      UNION ALL SELECT field, '-infinity', 0, value FROM stated WHERE is_first) AS points
    ORDER BY field, in_force_from, number DESC)
  SELECT field, in_force_from, lead(in_force_from, 1, 'infinity') OVER (PARTITION BY field ORDER BY in_force_from) AS in_force_until, value
  FROM changes;
--> statement-breakpoint
-- Payments from the time in which other rates are in force now.
CREATE FUNCTION note_postings_of_rates() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_first boolean := NEW.is_from_source AND NOT EXISTS (
    SELECT FROM configuration_versions AS v
    WHERE v.is_from_source AND (v.in_force_from, v.number) < (NEW.in_force_from, NEW.number));
  since timestamptz := CASE WHEN is_first THEN '-infinity' ELSE NEW.in_force_from END;
BEGIN
  INSERT INTO pending_postings (record_ids)
  SELECT array_agg(id) FROM (
    SELECT id, row_number() OVER (ORDER BY id) / 2000 AS batch FROM (
      SELECT DISTINCT coalesce(booking_id, id) AS id FROM payments WHERE presence = 'known'
        AND (occurred_at >= since OR (occurred_at = '-infinity' AND rated_at >= since))) AS concerned
  ) AS numbered GROUP BY batch;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER note_postings_of_rates AFTER INSERT ON configuration_versions FOR EACH ROW
  WHEN (NEW.changed && ARRAY['commission_percent', 'platform_fee_paise']) EXECUTE FUNCTION note_postings_of_rates();
--> statement-breakpoint
-- Wallets as they are: what was paid out was stated before.
UPDATE users AS u SET source_wallet_paise = coalesce(u.wallet_paise, 0) + coalesce(paid.paise, 0)
FROM (SELECT w.id, (SELECT sum(amount_paise) FROM loyalty_payouts WHERE user_id = w.id) AS paise FROM users AS w) AS paid
WHERE paid.id = u.id AND (u.wallet_paise IS NOT NULL OR paid.paise IS NOT NULL);
--> statement-breakpoint
UPDATE mechanics AS m SET source_wallet_paise = coalesce(m.wallet_paise, 0) + coalesce(paid.paise, 0)
FROM (SELECT w.id, (SELECT sum(amount_paise) FROM loyalty_payouts WHERE mechanic_id = w.id) AS paise FROM mechanics AS w) AS paid
WHERE paid.id = m.id AND (m.wallet_paise IS NOT NULL OR paid.paise IS NOT NULL);
--> statement-breakpoint
INSERT INTO wallet_entries (user_id, kind, amount_paise)
SELECT id, 'opening', source_wallet_paise FROM users WHERE source_wallet_paise IS NOT NULL ORDER BY id;
--> statement-breakpoint
INSERT INTO wallet_entries (mechanic_id, kind, amount_paise)
SELECT id, 'opening', source_wallet_paise FROM mechanics WHERE source_wallet_paise IS NOT NULL ORDER BY id;
--> statement-breakpoint
INSERT INTO wallet_entries (user_id, mechanic_id, kind, amount_paise, loyalty_payout_id, recorded_at)
SELECT user_id, mechanic_id, 'loyalty_payout', -amount_paise, id, paid_at FROM loyalty_payouts ORDER BY paid_at, id;
--> statement-breakpoint
UPDATE users SET wallet_paise = 0 WHERE wallet_paise IS NULL AND source_wallet_paise IS NOT NULL;
--> statement-breakpoint
UPDATE mechanics SET wallet_paise = 0 WHERE wallet_paise IS NULL AND source_wallet_paise IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER keep_wallet_entries BEFORE UPDATE OR DELETE ON wallet_entries FOR EACH ROW EXECUTE FUNCTION only_append();
--> statement-breakpoint
CREATE TRIGGER keep_all_wallet_entries BEFORE TRUNCATE ON wallet_entries FOR EACH STATEMENT EXECUTE FUNCTION only_append();
--> statement-breakpoint
CREATE FUNCTION keep_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users AS u SET wallet_paise = coalesce(u.wallet_paise, 0) + booked.paise
  FROM (SELECT user_id, sum(amount_paise) AS paise FROM new_rows WHERE user_id IS NOT NULL GROUP BY 1) AS booked WHERE u.id = booked.user_id;
  UPDATE mechanics AS m SET wallet_paise = coalesce(m.wallet_paise, 0) + booked.paise
  FROM (SELECT mechanic_id, sum(amount_paise) AS paise FROM new_rows WHERE mechanic_id IS NOT NULL GROUP BY 1) AS booked WHERE m.id = booked.mechanic_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_wallets AFTER INSERT ON wallet_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_wallets();
--> statement-breakpoint
-- Every entry as today's rules have it: the next start posts the differences before it serves.
CALL note_all_postings();
