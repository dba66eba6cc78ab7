ALTER TABLE "settlement_lines" ADD COLUMN "requested_paise" bigint;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD COLUMN "request_reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "settlement_lines_uncredited" ON "settlement_lines" USING btree ("settlement_id") WHERE file_id IS NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "settlement_lines_decided" ON "settlement_lines" USING btree ((id::text)) WHERE requested_by IS NOT NULL OR resolution IN ('written_off', 'ignored');