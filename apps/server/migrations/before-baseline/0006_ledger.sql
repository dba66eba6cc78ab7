CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"flow" text NOT NULL,
	"source" text NOT NULL,
	"source_id" text collate "C" NOT NULL,
	"revision" integer NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"booking_id" text collate "C",
	"payment_id" text collate "C",
	"method" text,
	"gross_paise" bigint NOT NULL,
	"commission_paise" bigint NOT NULL,
	"platform_fee_paise" bigint NOT NULL,
	"net_paise" bigint NOT NULL,
	"paid_out_paise" bigint NOT NULL,
	"commission_percent" numeric,
	"bears_fee" boolean NOT NULL,
	"occurred_at" timestamp (3) with time zone,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"balance_paise" bigint GENERATED ALWAYS AS ((case when flow = 'cash' then -(commission_paise + platform_fee_paise) else net_paise end) - paid_out_paise) STORED NOT NULL,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(occurred_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "ledger_entries_source" UNIQUE("source_id","source","revision","kind"),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('earning', 'payout', 'reversal')),
	CONSTRAINT "ledger_entries_flow" CHECK ("ledger_entries"."flow" in ('platform', 'cash', 'payout')),
	CONSTRAINT "ledger_entries_payout" CHECK (("ledger_entries"."flow" = 'payout') = ("ledger_entries"."source" = 'payout') and ("ledger_entries"."kind" = 'reversal' or ("ledger_entries"."kind" = 'payout') = ("ledger_entries"."flow" = 'payout')))
);
--> statement-breakpoint
CREATE TABLE "loyalty_payouts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"transaction_id" text NOT NULL,
	"transaction_key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "loyalty_payouts_id" CHECK ("loyalty_payouts"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "loyalty_payouts_payee" CHECK (num_nonnulls("loyalty_payouts"."user_id", "loyalty_payouts"."mechanic_id") = 1),
	CONSTRAINT "loyalty_payouts_amount" CHECK ("loyalty_payouts"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "mechanic_balances" (
	"mechanic_id" text collate "C" PRIMARY KEY NOT NULL,
	"net_earning_paise" bigint NOT NULL,
	"cash_kept_paise" bigint NOT NULL,
	"pending_commission_paise" bigint NOT NULL,
	"paid_out_paise" bigint NOT NULL,
	"balance_paise" bigint GENERATED ALWAYS AS (net_earning_paise - cash_kept_paise - pending_commission_paise - paid_out_paise) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_ids" (
	"key" text PRIMARY KEY NOT NULL,
	"payout_id" text collate "C",
	"loyalty_payout_id" text collate "C",
	CONSTRAINT "transaction_ids_payout" CHECK (num_nonnulls("transaction_ids"."payout_id", "transaction_ids"."loyalty_payout_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "unsettled_records" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unsettled_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record_ids" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "transaction_key" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "mechanics" ADD COLUMN "bank_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "request_hash" "bytea";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_payouts" ADD CONSTRAINT "loyalty_payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_payouts" ADD CONSTRAINT "loyalty_payouts_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mechanic_balances" ADD CONSTRAINT "mechanic_balances_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_ids" ADD CONSTRAINT "transaction_ids_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_ids" ADD CONSTRAINT "transaction_ids_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_listed" ON "ledger_entries" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_entries_flow_listed" ON "ledger_entries" USING btree ("flow","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_entries_mechanic" ON "ledger_entries" USING btree ("mechanic_id",(flow = 'payout'),"listed_at","id");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_user" ON "loyalty_payouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_mechanic" ON "loyalty_payouts" USING btree ("mechanic_id");--> statement-breakpoint
-- In the order of rebuild_tallies(), so that what follows waits for writers and not they for it.
LOCK TABLE bookings, earnings, mechanics, payments, payouts IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- For tables whose rows stay as they are for ever. One that holds nothing may be emptied: nothing is lost.
CREATE FUNCTION only_append() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_empty boolean;
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM %I)', tg_table_name) INTO is_empty;
    IF is_empty THEN RETURN NULL; END IF;
  END IF;
  RAISE EXCEPTION '% is only ever appended to', tg_table_name USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_entries BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION only_append();
--> statement-breakpoint
CREATE TRIGGER keep_all_entries BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION only_append();
--> statement-breakpoint
CREATE TRIGGER keep_loyalty_payouts BEFORE UPDATE OR DELETE ON loyalty_payouts FOR EACH ROW EXECUTE FUNCTION only_append();
--> statement-breakpoint
CREATE TRIGGER keep_all_loyalty_payouts BEFORE TRUNCATE ON loyalty_payouts FOR EACH STATEMENT EXECUTE FUNCTION only_append();
--> statement-breakpoint
CREATE TRIGGER keep_transaction_ids BEFORE UPDATE OR DELETE ON transaction_ids FOR EACH ROW EXECUTE FUNCTION only_append();
--> statement-breakpoint
CREATE TRIGGER keep_all_transaction_ids BEFORE TRUNCATE ON transaction_ids FOR EACH STATEMENT EXECUTE FUNCTION only_append();
--> statement-breakpoint
-- In the order of mechanics, so that two who append cannot deadlock.
CREATE FUNCTION keep_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mechanic_balances AS kept (mechanic_id, net_earning_paise, cash_kept_paise, pending_commission_paise, paid_out_paise)
  SELECT mechanic_id, sum(net_paise), coalesce(sum(net_paise) FILTER (WHERE flow = 'cash'), 0),
    coalesce(sum(commission_paise + platform_fee_paise) FILTER (WHERE flow = 'cash'), 0), sum(paid_out_paise)
  FROM new_rows GROUP BY mechanic_id ORDER BY mechanic_id
  ON CONFLICT (mechanic_id) DO UPDATE SET
    net_earning_paise = kept.net_earning_paise + excluded.net_earning_paise,
    cash_kept_paise = kept.cash_kept_paise + excluded.cash_kept_paise,
    pending_commission_paise = kept.pending_commission_paise + excluded.pending_commission_paise,
    paid_out_paise = kept.paid_out_paise + excluded.paid_out_paise;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_balances AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_balances();
--> statement-breakpoint
-- Trigger arguments, over a row: the ids to settle, what they depend on, the condition under which the row matters.
CREATE FUNCTION mark_unsettled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rows_of text := format('SELECT ARRAY[%s] AS ids, %s FROM %%s WHERE %s', tg_argv[0], tg_argv[1], tg_argv[2]);
  before text := format(rows_of, 'old_rows');
  after text := format(rows_of, 'new_rows');
BEGIN
  EXECUTE format($query$
    INSERT INTO unsettled_records (record_ids)
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
CREATE PROCEDURE settle_on_change(source text, ids text, depends_on text, condition text) LANGUAGE plpgsql AS $$
DECLARE
  arguments text := format('%L, %L, %L', ids, depends_on, condition);
BEGIN
  EXECUTE format('CREATE TRIGGER unsettled_added AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_unsettled(%s)', source, arguments);
  EXECUTE format('CREATE TRIGGER unsettled_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_unsettled(%s)', source, arguments);
  EXECUTE format('CREATE TRIGGER unsettled_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_unsettled(%s)', source, arguments);
END
$$;
--> statement-breakpoint
-- The payments of a booking are settled together: one of them bears its fee.
CALL settle_on_change('payments', 'coalesce(booking_id, id)', 'id, mechanic_id, amount_paise, method, status, transacted_at, created_at', $$presence = 'known' AND status IN ('paid', 'refunded')$$);
--> statement-breakpoint
CALL settle_on_change('bookings', 'id', $$mechanic_id, status IS NOT DISTINCT FROM 'cancelled'$$, $$presence <> 'unknown'$$);
--> statement-breakpoint
-- A booking that is new has no payments yet: one that they came before was here already, as unknown.
DROP TRIGGER unsettled_added ON bookings;
--> statement-breakpoint
CALL settle_on_change('earnings', 'id, booking_id, payment_id', 'mechanic_id, method, gross_paise, commission_paise, platform_fee_paise, net_paise', 'true');
--> statement-breakpoint
CALL settle_on_change('payouts', 'id', 'mechanic_id, amount_paise, method', 'true');
--> statement-breakpoint
-- For rows that were written while no trigger looked.
CREATE PROCEDURE catch_up_money() LANGUAGE sql AS $$
  INSERT INTO transaction_ids (key, payout_id)
  SELECT transaction_key, id FROM payouts AS paid WHERE transaction_key IS NOT NULL
    AND NOT EXISTS (SELECT FROM transaction_ids AS own WHERE own.key = paid.transaction_key);
  INSERT INTO unsettled_records (record_ids)
  SELECT array_agg(id) FROM (
    SELECT id, row_number() OVER (ORDER BY id) / 2000 AS batch FROM (
      SELECT coalesce(booking_id, id) AS id FROM payments WHERE presence = 'known' AND status IN ('paid', 'refunded')
      UNION SELECT id FROM earnings
      UNION SELECT id FROM payouts) AS records
  ) AS numbered GROUP BY batch
$$;
--> statement-breakpoint
CREATE FUNCTION keep_transaction_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_table_name = 'payouts' THEN
    INSERT INTO transaction_ids (key, payout_id)
    SELECT transaction_key, id FROM new_rows AS paid WHERE transaction_key IS NOT NULL
      AND NOT EXISTS (SELECT FROM transaction_ids AS own WHERE own.key = paid.transaction_key AND own.payout_id = paid.id)
    ORDER BY 1;
  ELSE
    INSERT INTO transaction_ids (key, loyalty_payout_id) SELECT transaction_key, id FROM new_rows;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transaction_ids_added AFTER INSERT ON payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_ids();
--> statement-breakpoint
CREATE TRIGGER transaction_ids_changed AFTER UPDATE ON payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_ids();
--> statement-breakpoint
CREATE TRIGGER transaction_ids_added AFTER INSERT ON loyalty_payouts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_ids();
--> statement-breakpoint
CREATE FUNCTION keep_bank_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bank_changed_at := now();
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_bank_changed BEFORE UPDATE ON mechanics FOR EACH ROW
WHEN (num_nonnulls(OLD.bank_account_holder, OLD.bank_name, OLD.bank_account_number, OLD.bank_ifsc_code, OLD.bank_upi_id) > 0
  AND (OLD.bank_account_holder, OLD.bank_name, OLD.bank_account_number, OLD.bank_ifsc_code, OLD.bank_upi_id)
    IS DISTINCT FROM (NEW.bank_account_holder, NEW.bank_name, NEW.bank_account_number, NEW.bank_ifsc_code, NEW.bank_upi_id))
EXECUTE FUNCTION keep_bank_changed();
--> statement-breakpoint
CALL tally('ledger', 'ledger_entries', 'flow', 'nullif(listed_at, ''-infinity'')', 'balance_paise', 'true');
--> statement-breakpoint
CALL tally('earnings', 'ledger_entries', '''''', 'nullif(listed_at, ''-infinity'')', 'net_paise', $$flow <> 'payout'$$);
--> statement-breakpoint
CALL catch_up_money();
