CREATE TABLE "erasures" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" text collate "C" NOT NULL,
	"event" text NOT NULL,
	"version" bigint,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"is_logged" boolean DEFAULT true NOT NULL,
	CONSTRAINT "erasures_id" CHECK ("erasures"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "erasures_kind" CHECK ("erasures"."kind" in ('user', 'mechanic')),
	CONSTRAINT "erasures_event" CHECK ("erasures"."event" in ('erased', 'deleted_at_source', 'brought_back'))
);
--> statement-breakpoint
ALTER TABLE "imported_records" ADD COLUMN "wallet_version" bigint;--> statement-breakpoint
ALTER TABLE "mechanics" ADD COLUMN "payee_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payee_name" text;--> statement-breakpoint
CREATE INDEX "erasures_not_remembered" ON "erasures" USING btree ("at","id") WHERE not is_remembered;--> statement-breakpoint
CREATE INDEX "erasures_not_logged" ON "erasures" USING btree ("at","id") WHERE not is_logged;--> statement-breakpoint
CREATE INDEX "mechanics_erased" ON "mechanics" USING btree ("id") WHERE record_state = 'erased';--> statement-breakpoint
CREATE INDEX "users_erased" ON "users" USING btree ("id") WHERE record_state = 'erased';