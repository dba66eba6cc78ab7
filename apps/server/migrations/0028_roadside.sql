CREATE TABLE "emergencies" (
	"booking_id" text collate "C" PRIMARY KEY NOT NULL,
	"phase" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"phase_since" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"arrived_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "emergencies_phase" CHECK ("emergencies"."phase" IN ('pending', 'accepted', 'arrived', 'ended')),
	CONSTRAINT "emergencies_ended" CHECK (("emergencies"."phase" = 'ended') = ("emergencies"."ended_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "emergency_claims" (
	"booking_id" text collate "C" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"offered_to" text collate "C",
	"offered_at" timestamp (3) with time zone,
	CONSTRAINT "emergency_claims_offer" CHECK (("emergency_claims"."offered_to" IS NULL) = ("emergency_claims"."offered_at" IS NULL)),
	CONSTRAINT "emergency_claims_colleague" CHECK ("emergency_claims"."offered_to" <> "emergency_claims"."admin_id")
);
--> statement-breakpoint
CREATE TABLE "emergency_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"booking_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"mechanic_id" text collate "C",
	"reason" text,
	"requested_by" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "emergency_requests_id" CHECK ("emergency_requests"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "emergency_requests_kind" CHECK ("emergency_requests"."kind" IN ('assign', 'cancel')),
	CONSTRAINT "emergency_requests_state" CHECK ("emergency_requests"."state" IN ('waiting', 'confirmed', 'overruled', 'withdrawn')),
	CONSTRAINT "emergency_requests_mechanic" CHECK (("emergency_requests"."kind" = 'assign') = ("emergency_requests"."mechanic_id" IS NOT NULL)),
	CONSTRAINT "emergency_requests_decided" CHECK (("emergency_requests"."state" = 'waiting') = ("emergency_requests"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "emergency_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "emergency_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"admin_id" text collate "C",
	"colleague_id" text collate "C",
	"mechanic_id" text collate "C",
	"reason" text,
	CONSTRAINT "emergency_steps_kind" CHECK ("emergency_steps"."kind" IN ('pending', 'accepted', 'arrived', 'ended', 'cancelled', 'mechanic_changed', 'claimed', 'lapsed', 'released', 'offered', 'offer_withdrawn', 'handed_over', 'declined', 'assign_requested', 'assign_confirmed', 'assign_overruled', 'cancel_requested', 'cancel_confirmed', 'cancel_overruled'))
);
--> statement-breakpoint
CREATE TABLE "mechanic_positions" (
	"mechanic_id" text collate "C" PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mechanic_positions_place" CHECK ("mechanic_positions"."latitude" between -90 and 90 and "mechanic_positions"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "roadside_desks" (
	"admin_id" text collate "C" PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"muted_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "roadside_settings" (
	"only_row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"claim_seconds" integer DEFAULT 60 NOT NULL,
	"assign_seconds" integer DEFAULT 180 NOT NULL,
	"arrive_seconds" integer DEFAULT 1800 NOT NULL,
	CONSTRAINT "roadside_settings_one_row" CHECK ("roadside_settings"."only_row" = 1),
	CONSTRAINT "roadside_settings_targets" CHECK (least("roadside_settings"."claim_seconds", "roadside_settings"."assign_seconds", "roadside_settings"."arrive_seconds") > 0)
);
--> statement-breakpoint
ALTER TABLE "emergencies" ADD CONSTRAINT "emergencies_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_claims" ADD CONSTRAINT "emergency_claims_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_claims" ADD CONSTRAINT "emergency_claims_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_claims" ADD CONSTRAINT "emergency_claims_offered_to_admins_id_fk" FOREIGN KEY ("offered_to") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_requests" ADD CONSTRAINT "emergency_requests_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_requests" ADD CONSTRAINT "emergency_requests_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_requests" ADD CONSTRAINT "emergency_requests_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_colleague_id_admins_id_fk" FOREIGN KEY ("colleague_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mechanic_positions" ADD CONSTRAINT "mechanic_positions_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadside_desks" ADD CONSTRAINT "roadside_desks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emergencies_phases" ON "emergencies" USING btree ("phase","phase_since");--> statement-breakpoint
CREATE INDEX "emergencies_created" ON "emergencies" USING btree ("created_at","booking_id");--> statement-breakpoint
CREATE INDEX "emergency_claims_admin" ON "emergency_claims" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "emergency_requests_waiting" ON "emergency_requests" USING btree ("booking_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "emergency_requests_booking" ON "emergency_requests" USING btree ("booking_id","requested_at");--> statement-breakpoint
CREATE INDEX "emergency_requests_mechanic" ON "emergency_requests" USING btree ("mechanic_id") WHERE mechanic_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "emergency_steps_booking" ON "emergency_steps" USING btree ("booking_id","id");--> statement-breakpoint
CREATE INDEX "emergency_steps_kinds" ON "emergency_steps" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "mechanic_positions_point" ON "mechanic_positions" USING gist (point(longitude, latitude));--> statement-breakpoint
CREATE INDEX "mechanic_positions_at" ON "mechanic_positions" USING btree ("at");
