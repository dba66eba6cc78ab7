CREATE TABLE "closes" (
	"number" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"closed_until" timestamp (3) with time zone,
	"document" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"made_by" text collate "C",
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closes_kind" CHECK ("closes"."kind" in ('close', 'reopening')),
	CONSTRAINT "closes_day" CHECK ("closes"."starts_at" < "closes"."ends_at"),
	CONSTRAINT "closes_closed_until" CHECK ("closes"."kind" = 'reopening' OR "closes"."closed_until" = "closes"."ends_at")
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "booked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD COLUMN "booked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "closes" ADD CONSTRAINT "closes_made_by_admins_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closes_days" ON "closes" USING btree ("day","number");--> statement-breakpoint
CREATE INDEX "ledger_entries_booked" ON "ledger_entries" USING btree (coalesce(booked_at, least(occurred_at, recorded_at)),"id");--> statement-breakpoint
CREATE INDEX "wallet_entries_booked" ON "wallet_entries" USING btree (coalesce(booked_at, recorded_at),"id");