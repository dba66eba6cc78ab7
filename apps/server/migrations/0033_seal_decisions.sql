ALTER TABLE "activity" ADD COLUMN "seals" jsonb;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_approval" CHECK (CASE WHEN "payment_runs"."state" = 'waiting' THEN "payment_runs"."lapses_at" IS NOT NULL AND "payment_runs"."approved_by" IS NULL
        ELSE "payment_runs"."approved_by" IS NULL OR "payment_runs"."lapses_at" IS NOT NULL END) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_runs" VALIDATE CONSTRAINT "payment_runs_approval";