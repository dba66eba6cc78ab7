DROP INDEX "notifications_created";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "delivery" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_listed" ON "notifications" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_delivery" CHECK ("notifications"."delivery" in ('queued', 'delivered', 'failed'));--> statement-breakpoint
CALL tally('notifications', 'notifications', 'type', 'created_at', '0::bigint', 'true');
--> statement-breakpoint
CALL rebuild_tallies();
