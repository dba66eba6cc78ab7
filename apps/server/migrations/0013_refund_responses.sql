ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_after_refund" boolean;--> statement-breakpoint
-- No release has written the state "lapsed". The start creates the trigger again, because its file has changed.
DROP TRIGGER IF EXISTS "forbid_changes" ON "refunds";--> statement-breakpoint
-- few rows: refunds that nobody has approved within seven days
UPDATE "refunds" SET "state" = 'expired' WHERE "state" = 'lapsed';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_after_refund" CHECK ("refunds"."is_after_refund" IS NULL OR "refunds"."is_after_refund" AND "refunds"."kind" = 'dispute') NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_linked" CHECK ("refunds"."state" <> 'linked' OR "refunds"."requested_by" IS NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" IN ('waiting', 'requested', 'confirmed', 'failed', 'cancelled', 'rejected', 'withdrawn', 'expired', 'linked', 'open', 'lost', 'won') AND ("refunds"."kind" = 'dispute') = ("refunds"."state" IN ('open', 'lost', 'won'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_after_refund";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_linked";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_state";
