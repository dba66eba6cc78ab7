CREATE TABLE "service_key_uses" (
	"key_id" text collate "C" NOT NULL,
	"hour_started_at" timestamp (3) with time zone NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"created" bigint DEFAULT 0 NOT NULL,
	"updated" bigint DEFAULT 0 NOT NULL,
	"unchanged" bigint DEFAULT 0 NOT NULL,
	"stale" bigint DEFAULT 0 NOT NULL,
	"deleted" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"is_recorded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "service_key_uses_key_id_hour_started_at_pk" PRIMARY KEY("key_id","hour_started_at")
);
--> statement-breakpoint
CREATE TABLE "service_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "service_keys_id" CHECK ("service_keys"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "service_keys_scopes" CHECK (cardinality("service_keys"."scopes") > 0)
);
--> statement-breakpoint
ALTER TABLE "imported_records" ADD COLUMN "version" bigint;--> statement-breakpoint
ALTER TABLE "imported_records" ADD COLUMN "is_deleted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "service_key_uses" ADD CONSTRAINT "service_key_uses_key_id_service_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."service_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_key_uses_unrecorded" ON "service_key_uses" USING btree ("hour_started_at") WHERE not "service_key_uses"."is_recorded";--> statement-breakpoint
CREATE UNIQUE INDEX "service_keys_key_hash" ON "service_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "service_keys_name" ON "service_keys" USING btree ("name");