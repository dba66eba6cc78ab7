CREATE TABLE "data_keys" (
	"id" text NOT NULL,
	"wrapped_by" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "data_keys_id_wrapped_by_pk" PRIMARY KEY("id","wrapped_by")
);
