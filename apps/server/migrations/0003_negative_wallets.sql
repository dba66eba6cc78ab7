ALTER TABLE "mechanics" DROP CONSTRAINT "mechanics_source_wallet";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_source_wallet";--> statement-breakpoint
-- few rows: those that a node of the release before 0002 has left of result files that it finished
DELETE FROM "bank_result_rows" WHERE "file_id" IN (SELECT "id" FROM "bank_answers" WHERE "state" = 'finished');
