CREATE TABLE "refunds" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"mechanic_id" text collate "C",
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"returned_paise" bigint DEFAULT 0 NOT NULL,
	"mechanic_percent" integer DEFAULT 0 NOT NULL,
	"mechanic_paise" bigint GENERATED ALWAYS AS ((returned_paise * mechanic_percent + 50) / 100) STORED,
	"reason" text,
	"due_at" timestamp (3) with time zone,
	"requested_by" text collate "C",
	"requested_at" timestamp (3) with time zone NOT NULL,
	"request_key" text,
	"lapses_at" timestamp (3) with time zone,
	"approved_by" text collate "C",
	"approved_at" timestamp (3) with time zone,
	"decided_by" text collate "C",
	"decided_at" timestamp (3) with time zone,
	"outcome_reason" text,
	"source_id" text collate "C",
	CONSTRAINT "refunds_id" CHECK ("refunds"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "refunds_kind" CHECK ("refunds"."kind" IN ('full', 'part', 'goodwill', 'dispute')),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" IN ('waiting', 'requested', 'confirmed', 'failed', 'rejected', 'withdrawn', 'lapsed', 'open', 'lost', 'won') AND ("refunds"."kind" = 'dispute') = ("refunds"."state" IN ('open', 'lost', 'won'))),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_paise" > 0),
	CONSTRAINT "refunds_returned" CHECK (CASE "refunds"."state" WHEN 'confirmed' THEN "refunds"."returned_paise" = "refunds"."amount_paise"
        WHEN 'lost' THEN "refunds"."returned_paise" BETWEEN 0 AND "refunds"."amount_paise" ELSE "refunds"."returned_paise" = 0 END),
	CONSTRAINT "refunds_mechanic_percent" CHECK ("refunds"."mechanic_percent" BETWEEN 0 AND 100 AND ("refunds"."mechanic_percent" = 0 OR "refunds"."mechanic_id" IS NOT NULL)),
	CONSTRAINT "refunds_due_at" CHECK (("refunds"."kind" = 'dispute') = ("refunds"."due_at" IS NOT NULL)),
	CONSTRAINT "refunds_requested_by" CHECK (("refunds"."requested_by" IS NULL) = ("refunds"."request_key" IS NULL)),
	CONSTRAINT "refunds_four_eyes" CHECK (("refunds"."approved_by" IS NULL) = ("refunds"."approved_at" IS NULL) AND ("refunds"."approved_by" IS NULL OR "refunds"."approved_by" <> "refunds"."requested_by")
        AND ("refunds"."state" <> 'rejected' OR "refunds"."decided_by" <> "refunds"."requested_by")),
	CONSTRAINT "refunds_decided_at" CHECK (("refunds"."state" IN ('waiting', 'requested', 'open')) = ("refunds"."decided_at" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind";--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "manager_refund_paise" bigint DEFAULT 5000000;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "finance_refund_paise" bigint DEFAULT 500000;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request_key" ON "refunds" USING btree ("request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_source" ON "refunds" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id","requested_at");--> statement-breakpoint
CREATE INDEX "refunds_mechanic" ON "refunds" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "refunds_requested_by" ON "refunds" USING btree ("requested_by","requested_at");--> statement-breakpoint
CREATE INDEX "refunds_listed" ON "refunds" USING btree ("requested_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "refunds_state_listed" ON "refunds" USING btree ("state","requested_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE state = 'open';--> statement-breakpoint
ALTER TABLE "approval_settings" ADD CONSTRAINT "approval_settings_refunds" CHECK ("approval_settings"."manager_refund_paise" >= 0 AND "approval_settings"."finance_refund_paise" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_refund" CHECK (("ledger_entries"."source" in ('refund', 'compensation')) = ("ledger_entries"."kind" in ('refund', 'compensation')) or "ledger_entries"."kind" = 'reversal') NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('earning', 'payout', 'adjustment', 'refund', 'compensation', 'reversal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_settings" VALIDATE CONSTRAINT "approval_settings_refunds";--> statement-breakpoint
ALTER TABLE "ledger_entries" VALIDATE CONSTRAINT "ledger_entries_refund";--> statement-breakpoint
ALTER TABLE "ledger_entries" VALIDATE CONSTRAINT "ledger_entries_kind";
