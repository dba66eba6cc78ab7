ALTER TABLE "loyalty_payouts" ADD COLUMN "listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(paid_at, '-infinity'::timestamptz)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(paid_at, '-infinity'::timestamptz)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "loyalty_payouts_listed" ON "loyalty_payouts" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loyalty_payouts_fragments" ON "loyalty_payouts" USING gin (id gin_trgm_ops,transaction_key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "loyalty_payouts_amount_paise" ON "loyalty_payouts" USING btree ("amount_paise");--> statement-breakpoint
CREATE INDEX "payouts_listed" ON "payouts" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_fragments" ON "payouts" USING gin (id gin_trgm_ops,transaction_key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payouts_amount_paise" ON "payouts" USING btree ("amount_paise");--> statement-breakpoint
-- There is a counter of payments out: without this setting the start counts every row again.
DELETE FROM business_settings WHERE name = 'time_zone';
