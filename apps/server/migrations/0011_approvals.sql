CREATE TABLE "approval_settings" (
	"only_row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"limit_paise" bigint,
	"day_limit_paise" bigint,
	CONSTRAINT "approval_settings_one_row" CHECK ("approval_settings"."only_row" = 1),
	CONSTRAINT "approval_settings_limits" CHECK ("approval_settings"."limit_paise" > 0 AND "approval_settings"."day_limit_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"amount_paise" bigint NOT NULL,
	"method" text,
	"transaction_id" text NOT NULL,
	"transaction_key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"cause" text NOT NULL,
	"requested_by" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"lapses_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" text collate "C",
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"payout_id" text collate "C",
	"loyalty_payout_id" text collate "C",
	CONSTRAINT "approvals_id" CHECK ("approvals"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" IN ('waiting', 'approved', 'rejected', 'withdrawn', 'lapsed')),
	CONSTRAINT "approvals_cause" CHECK ("approvals"."cause" IN ('limit', 'day_limit')),
	CONSTRAINT "approvals_amount" CHECK ("approvals"."amount_paise" > 0),
	CONSTRAINT "approvals_payee" CHECK (num_nonnulls("approvals"."user_id", "approvals"."mechanic_id") = 1),
	CONSTRAINT "approvals_kind" CHECK (CASE "approvals"."kind" WHEN 'payout' THEN "approvals"."mechanic_id" IS NOT NULL AND "approvals"."method" IS NOT NULL
        WHEN 'loyalty' THEN "approvals"."method" IS NULL ELSE false END),
	CONSTRAINT "approvals_four_eyes" CHECK ("approvals"."state" <> 'approved' OR ("approvals"."decided_by" IS NOT NULL AND "approvals"."decided_by" <> "approvals"."requested_by")),
	CONSTRAINT "approvals_decided_by" CHECK (CASE "approvals"."state" WHEN 'rejected' THEN "approvals"."decided_by" IS NOT NULL AND "approvals"."decided_by" <> "approvals"."requested_by"
        WHEN 'withdrawn' THEN "approvals"."decided_by" IS NOT NULL AND "approvals"."decided_by" = "approvals"."requested_by"
        WHEN 'approved' THEN true ELSE "approvals"."decided_by" IS NULL END),
	CONSTRAINT "approvals_decided_at" CHECK (("approvals"."state" = 'waiting') = ("approvals"."decided_at" IS NULL)),
	CONSTRAINT "approvals_payment" CHECK (num_nonnulls("approvals"."payout_id", "approvals"."loyalty_payout_id") = CASE "approvals"."state" WHEN 'approved' THEN 1 ELSE 0 END
        AND ("approvals"."payout_id" IS NULL OR "approvals"."kind" = 'payout') AND ("approvals"."loyalty_payout_id" IS NULL OR "approvals"."kind" = 'loyalty'))
);
--> statement-breakpoint
ALTER TABLE "loyalty_payouts" ADD COLUMN "requested_by" text collate "C";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "requested_by" text collate "C";--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_transaction" ON "approvals" USING btree ("transaction_key") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_wallet" ON "approvals" USING btree (coalesce(user_id, mechanic_id)) WHERE state = 'waiting' AND kind = 'loyalty';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_payout" ON "approvals" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_loyalty_payout" ON "approvals" USING btree ("loyalty_payout_id");--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("requested_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("decided_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state <> 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_user" ON "approvals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approvals_mechanic" ON "approvals" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_requested_by" ON "loyalty_payouts" USING btree ("requested_by","paid_at");--> statement-breakpoint
CREATE INDEX "payouts_requested_by" ON "payouts" USING btree ("requested_by","paid_at") WHERE "payouts"."requested_by" IS NOT NULL;