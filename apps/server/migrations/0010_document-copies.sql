CREATE TABLE "document_copies" (
	"field" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"reason" text,
	"address_hash" "bytea",
	"copied_image" text,
	CONSTRAINT "document_copies_field_id_pk" PRIMARY KEY("field","id"),
	CONSTRAINT "document_copies_state" CHECK ("document_copies"."state" in ('waiting', 'copied', 'failed')),
	CONSTRAINT "document_copies_next" CHECK (("document_copies"."state" = 'waiting') = ("document_copies"."next_attempt_at" IS NOT NULL)),
	CONSTRAINT "document_copies_image" CHECK (("document_copies"."state" = 'copied') = ("document_copies"."copied_image" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX "document_copies_due" ON "document_copies" USING btree ("next_attempt_at") WHERE "document_copies"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "document_copies_id" ON "document_copies" USING btree ("id");--> statement-breakpoint
CREATE INDEX "document_copies_address" ON "document_copies" USING btree ("address_hash") WHERE "document_copies"."copied_image" IS NOT NULL;