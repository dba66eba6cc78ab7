CREATE TABLE "payment_out_ids" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL
);
