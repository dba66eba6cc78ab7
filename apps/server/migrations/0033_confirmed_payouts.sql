ALTER TABLE "event_feed" ADD COLUMN "removed_event_id" text;--> statement-breakpoint
ALTER TABLE "event_feed" ADD COLUMN "removed_event_position" bigint;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD COLUMN "confirmed_paise" bigint;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD COLUMN "applied_through" bigint;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_confirmed" CHECK (num_nonnulls("wallet_entries"."confirmed_paise", "wallet_entries"."applied_through") = 0 or ("wallet_entries"."kind" in ('opening', 'source_change') and "wallet_entries"."confirmed_paise" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "wallet_entries" VALIDATE CONSTRAINT "wallet_entries_confirmed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_id" ON "events" USING btree ("id");
