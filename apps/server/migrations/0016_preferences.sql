CREATE TABLE "preferences" (
	"admin_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"list" text DEFAULT '' NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "preferences_admin_id_name_list_pk" PRIMARY KEY("admin_id","name","list")
);
--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;