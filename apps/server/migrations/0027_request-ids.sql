ALTER TABLE "activity" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "notifications_queued" ON "notifications" USING btree ("created_at") WHERE "notifications"."delivery" = 'queued';