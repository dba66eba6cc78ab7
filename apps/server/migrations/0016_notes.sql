CREATE TABLE "notes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"booking_id" text collate "C",
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"text" text NOT NULL,
	"author_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notes_id" CHECK ("notes"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "notes_text" CHECK (char_length("notes"."text") BETWEEN 1 AND 2000),
	CONSTRAINT "notes_record" CHECK ("notes"."booking_id" IS NOT NULL OR num_nonnulls("notes"."user_id", "notes"."mechanic_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_admins_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_booking" ON "notes" USING btree ("booking_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE booking_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_mechanic" ON "notes" USING btree ("mechanic_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE mechanic_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_created" ON "notes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notes_fragment" ON "notes" USING gin (text gin_trgm_ops);