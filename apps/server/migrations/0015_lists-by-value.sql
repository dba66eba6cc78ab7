CREATE INDEX "bookings_kind_listed" ON "bookings" USING btree ("kind","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "bookings_unassigned_listed" ON "bookings" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full' and mechanic_id is null;--> statement-breakpoint
CREATE INDEX "mechanics_wallet" ON "mechanics" USING btree (coalesce("wallet_paise", -100000000) DESC,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree (coalesce("amount_paise", -100000000) DESC,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "users_wallet" ON "users" USING btree (coalesce("wallet_paise", -100000000) DESC,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
-- There are counters for the new filters and orders: without this setting the start counts every row again.
DELETE FROM business_settings WHERE name = 'time_zone';
