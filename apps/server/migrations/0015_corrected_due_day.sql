ALTER TABLE "refunds" ADD COLUMN "corrected_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_corrected_due_at" CHECK ("refunds"."corrected_due_at" IS NULL OR "refunds"."due_at" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_corrected_due_at";
