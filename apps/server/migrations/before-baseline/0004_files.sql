CREATE TABLE "files" (
	"reference" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"byte_size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_by" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"unused_since" timestamp (3) with time zone,
	CONSTRAINT "files_reference" CHECK ("files"."reference" ~ '^/files/(images|documents)/[0-9a-f]{32}[.]webp$'),
	CONSTRAINT "files_purpose" CHECK (("files"."purpose" = 'document') = ("files"."reference" like '/files/documents/%') and "files"."purpose" in ('image', 'document'))
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_unused" ON "files" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "payments_screenshot" ON "payments" USING btree ("screenshot") WHERE screenshot like '/files/%';