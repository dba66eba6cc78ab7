CREATE TABLE "adjustments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text,
	"made_by" text collate "C",
	"made_at" timestamp (3) with time zone NOT NULL,
	"request_key" text NOT NULL,
	CONSTRAINT "adjustments_request_key" UNIQUE("request_key"),
	CONSTRAINT "adjustments_id" CHECK ("adjustments"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "adjustments_amount" CHECK ("adjustments"."amount_paise" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payout_voids" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"payout_id" text collate "C",
	"loyalty_payout_id" text collate "C",
	"mechanic_id" text collate "C",
	"user_id" text collate "C",
	"amount_paise" bigint NOT NULL,
	"method" text,
	"transaction_id" text,
	"transaction_key" text,
	"reason" text,
	"voided_by" text collate "C",
	"voided_at" timestamp (3) with time zone NOT NULL,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(voided_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "payout_voids_payout" UNIQUE("payout_id"),
	CONSTRAINT "payout_voids_loyalty_payout" UNIQUE("loyalty_payout_id"),
	CONSTRAINT "payout_voids_id" CHECK ("payout_voids"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payout_voids_payment" CHECK (num_nonnulls("payout_voids"."payout_id", "payout_voids"."loyalty_payout_id") = 1),
	CONSTRAINT "payout_voids_payee" CHECK (num_nonnulls("payout_voids"."user_id", "payout_voids"."mechanic_id") = 1),
	CONSTRAINT "payout_voids_amount" CHECK ("payout_voids"."amount_paise" >= 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind";--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "manager_adjustment_paise" bigint DEFAULT 5000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_settings" ADD COLUMN "finance_adjustment_paise" bigint DEFAULT 500000 NOT NULL;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustments_mechanic" ON "adjustments" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "payout_voids_listed" ON "payout_voids" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payout_voids_fragments" ON "payout_voids" USING gin (id gin_trgm_ops,transaction_key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payout_voids_amount_paise" ON "payout_voids" USING btree ("amount_paise");--> statement-breakpoint
CREATE INDEX "payout_voids_user" ON "payout_voids" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payout_voids_mechanic" ON "payout_voids" USING btree ("mechanic_id");--> statement-breakpoint
ALTER TABLE "approval_settings" ADD CONSTRAINT "approval_settings_adjustments" CHECK ("approval_settings"."manager_adjustment_paise" >= 0 AND "approval_settings"."finance_adjustment_paise" >= 0);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_adjustment" CHECK (("ledger_entries"."kind" = 'adjustment') = ("ledger_entries"."source" = 'adjustment'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('earning', 'payout', 'adjustment', 'reversal'));