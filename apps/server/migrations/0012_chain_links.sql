CREATE TABLE "chain_links" (
	"chain" text NOT NULL,
	"entries" bigint NOT NULL,
	"first_id" bigint NOT NULL,
	"last_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"mac" "bytea" NOT NULL,
	CONSTRAINT "chain_links_chain_entries_pk" PRIMARY KEY("chain","entries")
);
