CREATE TABLE "payment_out_ids" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL
);--> statement-breakpoint
ALTER TABLE "approval_settings" ALTER COLUMN "manager_adjustment_paise" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_settings" ALTER COLUMN "finance_adjustment_paise" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "seals" jsonb;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "manager_adjustment_day_paise" bigint DEFAULT 25000000;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "finance_adjustment_day_paise" bigint DEFAULT 2500000;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "approved_by" text collate "C";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "paid_by" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "paid_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "failed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "reversed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "processing_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_feed" ADD COLUMN "removed_event_id" text;--> statement-breakpoint
ALTER TABLE "event_feed" ADD COLUMN "removed_event_position" bigint;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD COLUMN "confirmed_paise" bigint;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD COLUMN "applied_through" bigint;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "delivery_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_paid_by_admins_id_fk" FOREIGN KEY ("paid_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD CONSTRAINT "approval_settings_adjustment_days" CHECK ("approval_settings"."manager_adjustment_day_paise" >= 0 AND "approval_settings"."finance_adjustment_day_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_approved_by" CHECK (("approvals"."approved_by" IS NULL) = ("approvals"."approved_at" IS NULL)
        AND ("approvals"."approved_by" IS NULL OR "approvals"."approved_by" <> "approvals"."requested_by")) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_paid_by" CHECK (CASE WHEN "approvals"."paid_by" IS NULL THEN "approvals"."state" <> 'approved' OR "approvals"."transaction_id" <> ''
        ELSE "approvals"."state" = 'approved' AND "approvals"."approved_by" IS NOT NULL AND "approvals"."decided_by" = "approvals"."approved_by" END) NOT VALID;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_confirmed" CHECK (num_nonnulls("wallet_entries"."confirmed_paise", "wallet_entries"."applied_through") = 0 or ("wallet_entries"."kind" in ('opening', 'source_change') and "wallet_entries"."confirmed_paise" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_approval" CHECK (CASE WHEN "payment_runs"."state" = 'waiting' THEN "payment_runs"."lapses_at" IS NOT NULL AND "payment_runs"."approved_by" IS NULL
        ELSE "payment_runs"."approved_by" IS NULL OR "payment_runs"."lapses_at" IS NOT NULL END) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_approved_by_admins_id_fk";--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_paid_by_admins_id_fk";--> statement-breakpoint
ALTER TABLE "approval_settings" VALIDATE CONSTRAINT "approval_settings_adjustment_days";--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_approved_by";--> statement-breakpoint
ALTER TABLE "approvals" VALIDATE CONSTRAINT "approvals_paid_by";--> statement-breakpoint
ALTER TABLE "wallet_entries" VALIDATE CONSTRAINT "wallet_entries_confirmed";--> statement-breakpoint
ALTER TABLE "payment_runs" VALIDATE CONSTRAINT "payment_runs_approval";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "adjustments_made_by" ON "adjustments" USING btree ("made_by","made_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "approvals_transaction" ON "approvals" USING btree ("transaction_key");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "bank_answers_file" ON "bank_answers" USING btree ("hash",md5("definition"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_id" ON "events" USING btree ("id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transaction_ids_fragments" ON "transaction_ids" USING gin (key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transaction_ids_beyond_ascii" ON "transaction_ids" USING btree ("key") WHERE key ~ '[^\u0001-\u007f]';--> statement-breakpoint
ALTER TABLE "bank_answers" DROP CONSTRAINT "bank_answers_hash";
