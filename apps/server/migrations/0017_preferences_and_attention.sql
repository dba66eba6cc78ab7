CREATE TABLE "preferences" (
	"admin_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"list" text DEFAULT '' NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "preferences_admin_id_name_list_pk" PRIMARY KEY("admin_id","name","list")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "disagrees" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_failed" ON "notifications" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE delivery = 'failed';--> statement-breakpoint
CREATE INDEX "payments_disagreeing" ON "payments" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE disagrees and record_state = 'full';--> statement-breakpoint
-- Posting marks which payments disagree with their booking.
INSERT INTO "pending_postings" ("record_ids")
SELECT array_agg(DISTINCT p."booking_id") FROM "payments" AS p JOIN "bookings" AS b ON b."id" = p."booking_id"
WHERE p."status" = 'paid' AND b."payment_status" IS DISTINCT FROM 'paid' GROUP BY hashtext(p."booking_id") % 500;
