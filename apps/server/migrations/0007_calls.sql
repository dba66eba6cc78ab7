CREATE TABLE "call_people" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "call_people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"call_id" text collate "C" NOT NULL,
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "call_people_person" CHECK (num_nonnulls("call_people"."user_id", "call_people"."mechanic_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"phone" text,
	"line" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"taken_by" text collate "C",
	"taken_at" timestamp (3) with time zone,
	CONSTRAINT "calls_once" UNIQUE("phone","line","at"),
	CONSTRAINT "calls_id" CHECK ("calls"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
ALTER TABLE "call_people" ADD CONSTRAINT "call_people_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_people" ADD CONSTRAINT "call_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_people" ADD CONSTRAINT "call_people_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_taken_by_admins_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_people_call" ON "call_people" USING btree ("call_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "call_people_user" ON "call_people" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "call_people_mechanic" ON "call_people" USING btree ("mechanic_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE mechanic_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "calls_at" ON "calls" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);