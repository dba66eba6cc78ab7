CREATE TABLE "bank_result_rows" (
	"id" text PRIMARY KEY NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "bank_result_rows_position" UNIQUE("file_id","position")
);
