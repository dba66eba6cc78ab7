CREATE TABLE "bank_answer_issues" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_answer_issues_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"answer_id" text collate "C" NOT NULL,
	"line" integer NOT NULL,
	"kind" text NOT NULL,
	"reference" text,
	"message" text NOT NULL,
	"run_id" text collate "C",
	CONSTRAINT "bank_answer_issues_line" UNIQUE("answer_id","line")
);
--> statement-breakpoint
CREATE TABLE "bank_answer_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"answer_id" text collate "C" NOT NULL,
	"part" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "bank_answer_parts_part" UNIQUE("answer_id","part")
);
--> statement-breakpoint
CREATE TABLE "bank_answers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"profile" text NOT NULL,
	"definition" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"total" integer NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"changed_count" integer DEFAULT 0 NOT NULL,
	"unchanged_count" integer DEFAULT 0 NOT NULL,
	"issue_count" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"uploaded_by" text collate "C" NOT NULL,
	"uploader_email" text,
	"uploader_address" text,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bank_answers_hash" UNIQUE("hash"),
	CONSTRAINT "bank_answers_id" CHECK ("bank_answers"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "bank_answers_finished" CHECK (("bank_answers"."state" = 'reading') = ("bank_answers"."finished_at" IS NULL)),
	CONSTRAINT "bank_answers_counts" CHECK ("bank_answers"."changed_count" + "bank_answers"."unchanged_count" + "bank_answers"."issue_count" = "bank_answers"."line_count" AND "bank_answers"."line_count" <= "bank_answers"."total")
);
--> statement-breakpoint
CREATE TABLE "payment_run_file_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text collate "C" NOT NULL,
	"part" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "payment_run_file_parts_part" UNIQUE("run_id","part")
);
--> statement-breakpoint
CREATE TABLE "payment_run_rows" (
	"reference" text PRIMARY KEY NOT NULL,
	"run_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"mode" text NOT NULL,
	"destination" text NOT NULL,
	"destination_digest" text NOT NULL,
	"state" text DEFAULT 'reserved' NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"payout_id" text collate "C",
	"transaction_id" text,
	"reason" text,
	CONSTRAINT "payment_run_rows_position" UNIQUE("run_id","position"),
	CONSTRAINT "payment_run_rows_reference" CHECK ("payment_run_rows"."reference" ~ '^[A-Z0-9]{8,20}$'),
	CONSTRAINT "payment_run_rows_state" CHECK ("payment_run_rows"."state" IN ('reserved', 'sent', 'paid', 'failed', 'reversed', 'removed')),
	CONSTRAINT "payment_run_rows_amount" CHECK ("payment_run_rows"."amount_paise" > 0),
	CONSTRAINT "payment_run_rows_paid" CHECK (CASE "payment_run_rows"."state" WHEN 'paid' THEN "payment_run_rows"."payout_id" IS NOT NULL WHEN 'reversed' THEN true ELSE "payment_run_rows"."payout_id" IS NULL END)
);
--> statement-breakpoint
CREATE TABLE "payment_runs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"profile" text NOT NULL,
	"definition" text NOT NULL,
	"debit_account" text NOT NULL,
	"row_count" integer NOT NULL,
	"total_paise" bigint NOT NULL,
	"created_by" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"request_key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"lapses_at" timestamp (3) with time zone,
	"approved_by" text collate "C",
	"approved_at" timestamp (3) with time zone,
	"sent_by" text collate "C",
	"sent_at" timestamp (3) with time zone,
	"file_name" text,
	"file_hash" "bytea",
	"ended_by" text collate "C",
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "payment_runs_number" UNIQUE("number"),
	CONSTRAINT "payment_runs_id" CHECK ("payment_runs"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payment_runs_state" CHECK ("payment_runs"."state" IN ('waiting', 'ready', 'sent', 'finished', 'cancelled', 'rejected', 'lapsed')),
	CONSTRAINT "payment_runs_size" CHECK ("payment_runs"."row_count" > 0 AND "payment_runs"."total_paise" > 0),
	CONSTRAINT "payment_runs_four_eyes" CHECK (num_nulls("payment_runs"."approved_by", "payment_runs"."approved_at") <> 1 AND ("payment_runs"."approved_by" IS NULL OR "payment_runs"."approved_by" <> "payment_runs"."created_by")
        AND ("payment_runs"."lapses_at" IS NULL OR "payment_runs"."approved_by" IS NOT NULL OR "payment_runs"."state" IN ('waiting', 'cancelled', 'rejected', 'lapsed'))),
	CONSTRAINT "payment_runs_sent" CHECK (num_nonnulls("payment_runs"."sent_by", "payment_runs"."sent_at", "payment_runs"."file_name", "payment_runs"."file_hash") = CASE WHEN "payment_runs"."state" IN ('sent', 'finished') THEN 4 ELSE 0 END),
	CONSTRAINT "payment_runs_ended" CHECK (("payment_runs"."state" IN ('waiting', 'ready', 'sent')) = ("payment_runs"."ended_at" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "bank_answer_issues" ADD CONSTRAINT "bank_answer_issues_answer_id_bank_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_issues" ADD CONSTRAINT "bank_answer_issues_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_parts" ADD CONSTRAINT "bank_answer_parts_answer_id_bank_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_file_parts" ADD CONSTRAINT "payment_run_file_parts_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_rows" ADD CONSTRAINT "payment_run_rows_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_rows" ADD CONSTRAINT "payment_run_rows_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_rows" ADD CONSTRAINT "payment_run_rows_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_sent_by_admins_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_ended_by_admins_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_answers_uploaded" ON "bank_answers" USING btree ("uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bank_answers_reading" ON "bank_answers" USING btree ("touched_at","id") WHERE state = 'reading';--> statement-breakpoint
CREATE INDEX "payment_run_rows_state" ON "payment_run_rows" USING btree ("run_id","state","amount_paise");--> statement-breakpoint
CREATE INDEX "payment_run_rows_open" ON "payment_run_rows" USING btree ("mechanic_id","amount_paise") WHERE state IN ('reserved', 'sent');--> statement-breakpoint
CREATE INDEX "payment_run_rows_mechanic" ON "payment_run_rows" USING btree ("mechanic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_run_rows_payout" ON "payment_run_rows" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_runs_request" ON "payment_runs" USING btree ("created_by","request_key");--> statement-breakpoint
CREATE INDEX "payment_runs_created" ON "payment_runs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_runs_open" ON "payment_runs" USING btree ("state") WHERE state IN ('waiting', 'ready', 'sent');