ALTER TABLE "bank_answers" ADD COLUMN "paid_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "failed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "reversed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answers" ADD COLUMN "processing_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "bank_answers_file" ON "bank_answers" USING btree ("hash",md5("definition"));--> statement-breakpoint
ALTER TABLE "bank_answers" DROP CONSTRAINT "bank_answers_hash";
