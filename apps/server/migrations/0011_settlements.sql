CREATE TABLE "settlement_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_ids" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_file_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"part" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "settlement_file_parts_part" UNIQUE("file_id","part")
);
--> statement-breakpoint
CREATE TABLE "settlement_files" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"profile" text NOT NULL,
	"definition" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"line_count" integer NOT NULL,
	"total_paise" bigint NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"uploaded_by" text NOT NULL,
	"matched_at" timestamp (3) with time zone,
	CONSTRAINT "settlement_files_id" CHECK ("settlement_files"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "settlement_files_kind" CHECK ("settlement_files"."kind" IN ('gateway', 'bank')),
	CONSTRAINT "settlement_files_days" CHECK ("settlement_files"."line_count" > 0 AND "settlement_files"."first_day" <= "settlement_files"."last_day")
);
--> statement-breakpoint
CREATE TABLE "settlement_line_parts" (
	"line_id" bigint NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "settlement_line_parts_line_id_payment_id_pk" PRIMARY KEY("line_id","payment_id"),
	CONSTRAINT "settlement_line_parts_payment" UNIQUE("payment_id"),
	CONSTRAINT "settlement_line_parts_amount" CHECK ("settlement_line_parts"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlement_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_id" text collate "C",
	"line" integer,
	"source" text NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"reference_key" text,
	"payment_key" text,
	"order_id" text,
	"bank_keys" text[] DEFAULT '{}' NOT NULL,
	"utr" text,
	"settlement_reference" text,
	"settled_on" date,
	"amount_paise" bigint NOT NULL,
	"fee_paise" bigint DEFAULT 0 NOT NULL,
	"tax_paise" bigint DEFAULT 0 NOT NULL,
	"net_paise" bigint NOT NULL,
	"reported_on" date,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"step" text,
	"is_open" boolean DEFAULT true NOT NULL,
	"needs_match" boolean DEFAULT true NOT NULL,
	"is_repeat" boolean DEFAULT false NOT NULL,
	"payment_id" text collate "C",
	"settlement_id" bigint,
	"expected_paise" bigint,
	"reason" text,
	"owner_id" text collate "C",
	"note" text,
	"resolution" text,
	"resolved_by" text collate "C",
	"resolved_at" timestamp (3) with time zone,
	"written_off_paise" bigint,
	"requested_by" text collate "C",
	"requested_at" timestamp (3) with time zone,
	"approved_by" text collate "C",
	CONSTRAINT "settlement_lines_type" CHECK ("settlement_lines"."type" IN ('payment', 'refund', 'chargeback', 'adjustment', 'credit', 'debit')),
	CONSTRAINT "settlement_lines_state" CHECK ("settlement_lines"."state" IN ('matched', 'amount_differs', 'missing_here', 'missing_there', 'duplicate', 'refunded', 'ignored')),
	CONSTRAINT "settlement_lines_step" CHECK ("settlement_lines"."step" IN ('payment_id', 'order_id', 'utr', 'person')),
	CONSTRAINT "settlement_lines_resolution" CHECK ("settlement_lines"."resolution" IN ('linked', 'split', 'written_off', 'ignored') AND num_nulls("settlement_lines"."resolution", "settlement_lines"."resolved_by", "settlement_lines"."resolved_at") IN (0, 3)),
	CONSTRAINT "settlement_lines_written_off_amount" CHECK (("settlement_lines"."resolution" IS NOT DISTINCT FROM 'written_off') = ("settlement_lines"."written_off_paise" IS NOT NULL)),
	CONSTRAINT "settlement_lines_ignored" CHECK ("settlement_lines"."state" <> 'ignored' OR "settlement_lines"."reason" IS NOT NULL),
	CONSTRAINT "settlement_lines_file" CHECK (("settlement_lines"."file_id" IS NULL) = ("settlement_lines"."line" IS NULL)),
	CONSTRAINT "settlement_lines_four_eyes" CHECK (num_nulls("settlement_lines"."requested_by", "settlement_lines"."requested_at") <> 1
        AND ("settlement_lines"."approved_by" IS NULL OR ("settlement_lines"."requested_by" IS NOT NULL AND "settlement_lines"."approved_by" <> "settlement_lines"."requested_by")))
);
--> statement-breakpoint
CREATE TABLE "settlement_progress" (
	"only_row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "settlement_progress_one_row" CHECK ("settlement_progress"."only_row" = 1)
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"reference" text NOT NULL,
	"utr" text,
	"utr_key" text,
	"settled_on" date,
	"line_count" integer NOT NULL,
	"payments_paise" bigint NOT NULL,
	"adjustments_paise" bigint NOT NULL,
	"refunds_paise" bigint NOT NULL,
	"fee_paise" bigint NOT NULL,
	"tax_paise" bigint NOT NULL,
	"stated_paise" bigint NOT NULL,
	"state" text DEFAULT 'missing_there' NOT NULL,
	"credit_paise" bigint,
	"credited_on" date,
	CONSTRAINT "settlements_reference" UNIQUE("source","reference"),
	CONSTRAINT "settlements_state" CHECK ("settlements"."state" IN ('matched', 'amount_differs', 'missing_there'))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "transaction_id" text;--> statement-breakpoint
ALTER TABLE "settlement_file_parts" ADD CONSTRAINT "settlement_file_parts_file_id_settlement_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."settlement_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_line_parts" ADD CONSTRAINT "settlement_line_parts_line_id_settlement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."settlement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_file_id_settlement_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."settlement_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_owner_id_admins_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_resolved_by_admins_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_files_hash" ON "settlement_files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "settlement_files_uploaded" ON "settlement_files" USING btree ("uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "settlement_lines_file_line" ON "settlement_lines" USING btree ("file_id","id");--> statement-breakpoint
CREATE INDEX "settlement_lines_to_match" ON "settlement_lines" USING btree ("id") WHERE needs_match;--> statement-breakpoint
CREATE INDEX "settlement_lines_open" ON "settlement_lines" USING btree ("day","id") WHERE is_open;--> statement-breakpoint
CREATE INDEX "settlement_lines_day" ON "settlement_lines" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "settlement_lines_reference" ON "settlement_lines" USING btree ("reference_key","source","type","id");--> statement-breakpoint
CREATE INDEX "settlement_lines_payment_key" ON "settlement_lines" USING btree ("payment_key");--> statement-breakpoint
CREATE INDEX "settlement_lines_order" ON "settlement_lines" USING btree ("order_id") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "settlement_lines_bank_keys" ON "settlement_lines" USING gin ("bank_keys") WITH (fastupdate=false) WHERE bank_keys <> '{}';--> statement-breakpoint
CREATE INDEX "settlement_lines_settlement" ON "settlement_lines" USING btree ("settlement_reference","source");--> statement-breakpoint
CREATE INDEX "settlement_lines_credit" ON "settlement_lines" USING btree ("settlement_id") WHERE settlement_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "settlement_lines_payment" ON "settlement_lines" USING btree ("payment_id") WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_pays" ON "settlement_lines" USING btree ("payment_id") WHERE type IN ('payment', 'credit') AND file_id IS NOT NULL AND state <> 'duplicate';--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_missing" ON "settlement_lines" USING btree ("payment_id") WHERE file_id IS NULL;--> statement-breakpoint
CREATE INDEX "settlement_lines_written_off" ON "settlement_lines" USING btree ("resolved_by","resolved_at") WHERE resolution = 'written_off';--> statement-breakpoint
CREATE INDEX "settlement_lines_requested" ON "settlement_lines" USING btree ("id") WHERE requested_by IS NOT NULL AND is_open;--> statement-breakpoint
CREATE INDEX "settlements_utr" ON "settlements" USING btree ("utr_key");--> statement-breakpoint
CREATE INDEX "settlements_settled" ON "settlements" USING btree ("settled_on" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_transaction" ON "payments" USING btree (lower(transaction_id)) WHERE transaction_id IS NOT NULL;