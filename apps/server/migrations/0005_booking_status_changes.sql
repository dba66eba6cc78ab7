CREATE TABLE "booking_status_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_status_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"customer_id" text collate "C",
	"mechanic_id" text collate "C"
);--> statement-breakpoint
CREATE INDEX "booking_status_changes_booking" ON "booking_status_changes" USING btree ("booking_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "booking_status_changes_customer" ON "booking_status_changes" USING btree ("customer_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "booking_status_changes_mechanic" ON "booking_status_changes" USING btree ("mechanic_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE mechanic_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "activity_person_status" ON "activity" USING btree ("entity_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "activity"."action" IN ('blocked', 'unblocked', 'approved', 'rejected', 'resubmission_requested', 'marked_expert', 'marked_regular');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loyalty_payouts_user_listed" ON "loyalty_payouts" USING btree ("user_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "loyalty_payouts_mechanic_listed" ON "loyalty_payouts" USING btree ("mechanic_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_user_listed" ON "notifications" USING btree ("user_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_mechanic_listed" ON "notifications" USING btree ("mechanic_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_customer_occurred" ON "payments" USING btree ("customer_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_mechanic_occurred" ON "payments" USING btree ("mechanic_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payouts_mechanic_listed" ON "payouts" USING btree ("mechanic_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
DROP INDEX CONCURRENTLY "loyalty_payouts_user";--> statement-breakpoint
DROP INDEX CONCURRENTLY "loyalty_payouts_mechanic";--> statement-breakpoint
DROP INDEX CONCURRENTLY "notifications_user";--> statement-breakpoint
DROP INDEX CONCURRENTLY "notifications_mechanic";--> statement-breakpoint
DROP INDEX CONCURRENTLY "payments_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "payments_mechanic";
