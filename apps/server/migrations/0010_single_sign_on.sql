CREATE TABLE "admin_identities" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"refresh_token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"next_check_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "admin_identities_id" CHECK ("admin_identities"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "has_password" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "identity_id" text collate "C";--> statement-breakpoint
ALTER TABLE "admin_identities" ADD CONSTRAINT "admin_identities_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_identities_subject" ON "admin_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_identities_admin" ON "admin_identities" USING btree ("admin_id","issuer");--> statement-breakpoint
CREATE INDEX "admin_identities_due" ON "admin_identities" USING btree ("next_check_at");