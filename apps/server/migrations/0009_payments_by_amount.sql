CREATE INDEX CONCURRENTLY "payments_by_amount" ON "payments" USING btree (coalesce("amount_paise", -100000000) DESC,"id" DESC NULLS FIRST,"occurred_at","status","method","amount_paise") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_day_by_amount" ON "payments" USING btree ((("occurred_at" AT TIME ZONE 'UTC')::date),coalesce("amount_paise", -100000000) DESC,"id" DESC NULLS FIRST,"occurred_at","status","method","amount_paise") WHERE record_state = 'full';--> statement-breakpoint
DROP INDEX CONCURRENTLY "payments_amount";
