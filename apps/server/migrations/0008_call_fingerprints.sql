ALTER TABLE "calls" ADD COLUMN "fingerprint" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "calls_fingerprint" ON "calls" USING btree ("fingerprint");