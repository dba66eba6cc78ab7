ALTER TABLE "approval_settings" ALTER COLUMN "manager_adjustment_paise" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_settings" ALTER COLUMN "finance_adjustment_paise" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "manager_adjustment_day_paise" bigint DEFAULT 25000000;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "finance_adjustment_day_paise" bigint DEFAULT 2500000;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "approved_by" text collate "C";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "paid_by" text collate "C";--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_approved_by_admins_id_fk";--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_paid_by_admins_id_fk" FOREIGN KEY ("paid_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_paid_by_admins_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "adjustments_made_by" ON "adjustments" USING btree ("made_by","made_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "approvals_transaction" ON "approvals" USING btree ("transaction_key");--> statement-breakpoint
ALTER TABLE "approval_settings" ADD CONSTRAINT "approval_settings_adjustment_days" CHECK ("approval_settings"."manager_adjustment_day_paise" >= 0 AND "approval_settings"."finance_adjustment_day_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_settings" VALIDATE CONSTRAINT "approval_settings_adjustment_days";--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_approved_by" CHECK (("approvals"."approved_by" IS NULL) = ("approvals"."approved_at" IS NULL)
        AND ("approvals"."approved_by" IS NULL OR "approvals"."approved_by" <> "approvals"."requested_by")) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_approved_by";--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_paid_by" CHECK (CASE WHEN "approvals"."paid_by" IS NULL THEN "approvals"."state" <> 'approved' OR "approvals"."transaction_id" <> ''
        ELSE "approvals"."state" = 'approved' AND "approvals"."approved_by" IS NOT NULL AND "approvals"."decided_by" = "approvals"."approved_by" END) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_paid_by";