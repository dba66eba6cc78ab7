CREATE INDEX "payments_method_occurred" ON "payments" USING btree ("method","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
-- There is a counter for the new filter: without this setting the start counts every row again.
DELETE FROM business_settings WHERE name = 'time_zone';
