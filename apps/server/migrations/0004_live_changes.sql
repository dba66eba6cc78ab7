CREATE TABLE "live_changes" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"entity" text NOT NULL,
	"ids" text[]
);
--> statement-breakpoint
CREATE INDEX "live_changes_xid" ON "live_changes" USING btree ("xid");