CREATE TABLE "saved_views" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"owner_id" text collate "C",
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"columns" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text,
	CONSTRAINT "saved_views_id" CHECK ("saved_views"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "saved_views_name" CHECK (char_length("saved_views"."name") BETWEEN 1 AND 60),
	CONSTRAINT "saved_views_query" CHECK (char_length("saved_views"."query") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_admins_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own" ON "saved_views" USING btree ("owner_id","list",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared" ON "saved_views" USING btree ("list",lower("name")) WHERE owner_id IS NULL;