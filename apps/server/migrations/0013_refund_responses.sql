ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_after_refund" boolean;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_after_refund" CHECK ("refunds"."is_after_refund" IS NULL OR "refunds"."is_after_refund" AND "refunds"."kind" = 'dispute') NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_linked" CHECK ("refunds"."state" <> 'linked' OR "refunds"."requested_by" IS NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" IN ('waiting', 'requested', 'confirmed', 'failed', 'cancelled', 'rejected', 'withdrawn', 'expired', 'linked', 'open', 'lost', 'won') AND ("refunds"."kind" = 'dispute') = ("refunds"."state" IN ('open', 'lost', 'won'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_after_refund";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_linked";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_state";
