CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text collate "C",
	"actor_email" text,
	"address" text,
	"request_id" text,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"note_salt" "bytea",
	"note_hash" "bytea",
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "activity_changes" CHECK (jsonb_typeof("activity"."changes") = 'array')
);
--> statement-breakpoint
CREATE TABLE "activity_head" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "activity_head_single" CHECK ("activity_head"."is_only")
);
--> statement-breakpoint
CREATE TABLE "adjustments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text,
	"made_by" text collate "C",
	"made_at" timestamp (3) with time zone NOT NULL,
	"request_key" text NOT NULL,
	CONSTRAINT "adjustments_request_key" UNIQUE("request_key"),
	CONSTRAINT "adjustments_id" CHECK ("adjustments"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "adjustments_amount" CHECK ("adjustments"."amount_paise" <> 0)
);
--> statement-breakpoint
CREATE TABLE "approval_settings" (
	"only_row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"limit_paise" bigint,
	"day_limit_paise" bigint,
	"manager_adjustment_paise" bigint DEFAULT 5000000 NOT NULL,
	"finance_adjustment_paise" bigint DEFAULT 500000 NOT NULL,
	CONSTRAINT "approval_settings_one_row" CHECK ("approval_settings"."only_row" = 1),
	CONSTRAINT "approval_settings_limits" CHECK ("approval_settings"."limit_paise" > 0 AND "approval_settings"."day_limit_paise" > 0),
	CONSTRAINT "approval_settings_adjustments" CHECK ("approval_settings"."manager_adjustment_paise" >= 0 AND "approval_settings"."finance_adjustment_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"amount_paise" bigint NOT NULL,
	"method" text,
	"transaction_id" text NOT NULL,
	"transaction_key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"cause" text NOT NULL,
	"requested_by" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"lapses_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" text collate "C",
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"payout_id" text collate "C",
	"loyalty_payout_id" text collate "C",
	CONSTRAINT "approvals_id" CHECK ("approvals"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" IN ('waiting', 'approved', 'rejected', 'withdrawn', 'lapsed')),
	CONSTRAINT "approvals_cause" CHECK ("approvals"."cause" IN ('limit', 'day_limit')),
	CONSTRAINT "approvals_amount" CHECK ("approvals"."amount_paise" > 0),
	CONSTRAINT "approvals_payee" CHECK (num_nonnulls("approvals"."user_id", "approvals"."mechanic_id") = 1),
	CONSTRAINT "approvals_kind" CHECK (CASE "approvals"."kind" WHEN 'payout' THEN "approvals"."mechanic_id" IS NOT NULL AND "approvals"."method" IS NOT NULL
        WHEN 'loyalty' THEN "approvals"."method" IS NULL ELSE false END),
	CONSTRAINT "approvals_four_eyes" CHECK ("approvals"."state" <> 'approved' OR ("approvals"."decided_by" IS NOT NULL AND "approvals"."decided_by" <> "approvals"."requested_by")),
	CONSTRAINT "approvals_decided_by" CHECK (CASE "approvals"."state" WHEN 'rejected' THEN "approvals"."decided_by" IS NOT NULL AND "approvals"."decided_by" <> "approvals"."requested_by"
        WHEN 'withdrawn' THEN "approvals"."decided_by" IS NOT NULL AND "approvals"."decided_by" = "approvals"."requested_by"
        WHEN 'approved' THEN true ELSE "approvals"."decided_by" IS NULL END),
	CONSTRAINT "approvals_decided_at" CHECK (("approvals"."state" = 'waiting') = ("approvals"."decided_at" IS NULL)),
	CONSTRAINT "approvals_payment" CHECK (num_nonnulls("approvals"."payout_id", "approvals"."loyalty_payout_id") = CASE "approvals"."state" WHEN 'approved' THEN 1 ELSE 0 END
        AND ("approvals"."payout_id" IS NULL OR "approvals"."kind" = 'payout') AND ("approvals"."loyalty_payout_id" IS NULL OR "approvals"."kind" = 'loyalty'))
);
--> statement-breakpoint
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
	"request_id" text,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bank_answers_hash" UNIQUE("hash"),
	CONSTRAINT "bank_answers_id" CHECK ("bank_answers"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "bank_answers_finished" CHECK (("bank_answers"."state" = 'reading') = ("bank_answers"."finished_at" IS NULL)),
	CONSTRAINT "bank_answers_counts" CHECK ("bank_answers"."changed_count" + "bank_answers"."unchanged_count" + "bank_answers"."issue_count" = "bank_answers"."line_count" AND "bank_answers"."line_count" <= "bank_answers"."total")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record_state" text DEFAULT 'full' NOT NULL,
	"kind" text,
	"status" text,
	"payment_status" text,
	"services" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" text,
	"scheduled_at" timestamp (3) with time zone,
	"latitude" double precision,
	"longitude" double precision,
	"rating" double precision,
	"customer_id" text collate "C",
	"mechanic_id" text collate "C",
	"total_paise" bigint,
	"paid_paise" bigint,
	"due_paise" bigint,
	"discount_paise" bigint,
	"platform_fee_paise" bigint,
	"mechanic_charge_paise" bigint,
	"service_cost_paise" bigint,
	"price_per_km_paise" bigint,
	"additional_service_cost_paise" bigint,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "bookings_id" CHECK ("bookings"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "bookings_record_state" CHECK ("bookings"."record_state" in ('full', 'stub', 'erased')),
	CONSTRAINT "bookings_services" CHECK (jsonb_typeof("bookings"."services") = 'array'),
	CONSTRAINT "bookings_amounts" CHECK (least("bookings"."total_paise", "bookings"."paid_paise", "bookings"."due_paise", "bookings"."discount_paise", "bookings"."platform_fee_paise", "bookings"."mechanic_charge_paise", "bookings"."service_cost_paise", "bookings"."price_per_km_paise", "bookings"."additional_service_cost_paise") >= 0),
	CONSTRAINT "bookings_place" CHECK ("bookings"."latitude" between -90 and 90 and "bookings"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "business_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "closes" (
	"number" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"closed_until" timestamp (3) with time zone,
	"document" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"made_by" text collate "C",
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closes_kind" CHECK ("closes"."kind" in ('close', 'reopening')),
	CONSTRAINT "closes_day" CHECK ("closes"."starts_at" < "closes"."ends_at"),
	CONSTRAINT "closes_closed_until" CHECK ("closes"."kind" = 'reopening' OR "closes"."closed_until" = "closes"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "configuration_versions" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "configuration_versions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"in_force_from" timestamp (3) with time zone NOT NULL,
	"is_from_source" boolean NOT NULL,
	"changed_by" text,
	"changed" text[] NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "configurations" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"charge_per_km_paise" bigint,
	"platform_fee_paise" bigint,
	"commission_percent" double precision,
	"referral_bonus_paise" bigint,
	"mechanic_charge_paise" bigint,
	"discount_percent" double precision,
	"loyalty_points" double precision,
	"upi_id" text,
	"stated_at" timestamp (3) with time zone,
	CONSTRAINT "configurations_id" CHECK ("configurations"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "configurations_amounts" CHECK (least("configurations"."charge_per_km_paise", "configurations"."platform_fee_paise", "configurations"."referral_bonus_paise", "configurations"."mechanic_charge_paise") >= 0 and "configurations"."loyalty_points" >= 0),
	CONSTRAINT "configurations_rates" CHECK ("configurations"."commission_percent" between 0 and 100 and "configurations"."discount_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text NOT NULL,
	"status" text,
	"period" text NOT NULL,
	"starts_on" date NOT NULL,
	"shard" smallint NOT NULL,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "counters_key" UNIQUE NULLS NOT DISTINCT("name","status","period","starts_on","shard")
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"id" text NOT NULL,
	"wrapped_by" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "data_keys_id_wrapped_by_pk" PRIMARY KEY("id","wrapped_by")
);
--> statement-breakpoint
CREATE TABLE "document_copies" (
	"field" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"reason" text,
	"address_hash" "bytea",
	"copied_image" text,
	CONSTRAINT "document_copies_field_id_pk" PRIMARY KEY("field","id"),
	CONSTRAINT "document_copies_state" CHECK ("document_copies"."state" in ('waiting', 'copied', 'failed')),
	CONSTRAINT "document_copies_next" CHECK (("document_copies"."state" = 'waiting') = ("document_copies"."next_attempt_at" IS NOT NULL)),
	CONSTRAINT "document_copies_image" CHECK (("document_copies"."state" = 'copied') = ("document_copies"."copied_image" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "earnings" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"booking_id" text collate "C",
	"payment_id" text collate "C",
	"method" text,
	"gross_paise" bigint NOT NULL,
	"commission_paise" bigint,
	"platform_fee_paise" bigint,
	"net_paise" bigint,
	"transacted_at" timestamp (3) with time zone,
	CONSTRAINT "earnings_id" CHECK ("earnings"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "earnings_amounts" CHECK (least("earnings"."gross_paise", "earnings"."commission_paise", "earnings"."platform_fee_paise") >= 0)
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" text collate "C" NOT NULL,
	"event" text NOT NULL,
	"version" bigint,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"is_logged" boolean DEFAULT true NOT NULL,
	CONSTRAINT "erasures_id" CHECK ("erasures"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "erasures_kind" CHECK ("erasures"."kind" in ('user', 'mechanic')),
	CONSTRAINT "erasures_event" CHECK ("erasures"."event" in ('erased', 'deleted_at_source', 'brought_back'))
);
--> statement-breakpoint
CREATE TABLE "event_feed" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_position" bigint NOT NULL,
	"removed_through" bigint NOT NULL,
	CONSTRAINT "event_feed_single" CHECK ("event_feed"."is_only")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"position" bigint,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "events_position" UNIQUE("position"),
	CONSTRAINT "events_data" CHECK (jsonb_typeof("events"."data") = 'object')
);
--> statement-breakpoint
CREATE TABLE "files" (
	"reference" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"byte_size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_by" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"unused_since" timestamp (3) with time zone,
	CONSTRAINT "files_reference" CHECK ("files"."reference" ~ '^/files/(images|documents)/[0-9a-f]{32}[.]webp$'),
	CONSTRAINT "files_purpose" CHECK (("files"."purpose" = 'document') = ("files"."reference" like '/files/documents/%') and "files"."purpose" in ('image', 'document'))
);
--> statement-breakpoint
CREATE TABLE "imported_fields" (
	"collection" text NOT NULL,
	"name" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "imported_fields_collection_name_pk" PRIMARY KEY("collection","name"),
	CONSTRAINT "imported_fields_place" UNIQUE("collection","place")
);
--> statement-breakpoint
CREATE TABLE "imported_records" (
	"collection" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"field_hashes" "bytea",
	"version" bigint,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"wallet_version" bigint,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "imported_records_collection_id_pk" PRIMARY KEY("collection","id")
);
--> statement-breakpoint
CREATE TABLE "job_rows" (
	"job_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"result" text,
	"reason" text,
	"at" timestamp (3) with time zone,
	CONSTRAINT "job_rows_job_id_position_pk" PRIMARY KEY("job_id","position"),
	CONSTRAINT "job_rows_at" CHECK (num_nulls("job_rows"."result", "job_rows"."at") <> 1)
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"action" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"actor_id" text collate "C" NOT NULL,
	"actor_email" text,
	"actor_address" text,
	"request_id" text,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"undo_of" text collate "C",
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_id" CHECK ("jobs"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "jobs_finished" CHECK (("jobs"."state" = 'running') = ("jobs"."finished_at" IS NULL)),
	CONSTRAINT "jobs_counts" CHECK ("jobs"."done" + "jobs"."unchanged" + "jobs"."refused" + "jobs"."failed" <= "jobs"."total")
);
--> statement-breakpoint
CREATE TABLE "selections" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"list" text NOT NULL,
	"ids" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "ledger_accounts_purpose" UNIQUE("purpose"),
	CONSTRAINT "ledger_accounts_id" CHECK ("ledger_accounts"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"flow" text NOT NULL,
	"source" text NOT NULL,
	"source_id" text collate "C" NOT NULL,
	"revision" integer NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"booking_id" text collate "C",
	"payment_id" text collate "C",
	"method" text,
	"gross_paise" bigint NOT NULL,
	"commission_paise" bigint NOT NULL,
	"platform_fee_paise" bigint NOT NULL,
	"net_paise" bigint NOT NULL,
	"paid_out_paise" bigint NOT NULL,
	"commission_percent" numeric,
	"bears_fee" boolean NOT NULL,
	"occurred_at" timestamp (3) with time zone,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"booked_at" timestamp (3) with time zone,
	"balance_paise" bigint GENERATED ALWAYS AS ((case when flow = 'cash' then -(commission_paise + platform_fee_paise) else net_paise end) - paid_out_paise) STORED NOT NULL,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(occurred_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "ledger_entries_source" UNIQUE("source_id","source","revision","kind"),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('earning', 'payout', 'adjustment', 'reversal')),
	CONSTRAINT "ledger_entries_flow" CHECK ("ledger_entries"."flow" in ('platform', 'cash', 'payout')),
	CONSTRAINT "ledger_entries_payout" CHECK (("ledger_entries"."flow" = 'payout') = ("ledger_entries"."source" = 'payout') and ("ledger_entries"."kind" = 'reversal' or ("ledger_entries"."kind" = 'payout') = ("ledger_entries"."flow" = 'payout'))),
	CONSTRAINT "ledger_entries_adjustment" CHECK (("ledger_entries"."kind" = 'adjustment') = ("ledger_entries"."source" = 'adjustment'))
);
--> statement-breakpoint
CREATE TABLE "mechanic_balances" (
	"mechanic_id" text collate "C" PRIMARY KEY NOT NULL,
	"net_earning_paise" bigint NOT NULL,
	"cash_kept_paise" bigint NOT NULL,
	"pending_commission_paise" bigint NOT NULL,
	"paid_out_paise" bigint NOT NULL,
	"balance_paise" bigint GENERATED ALWAYS AS (net_earning_paise - cash_kept_paise - pending_commission_paise - paid_out_paise) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record_ids" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_changes" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"entity" text NOT NULL,
	"ids" text[]
);
--> statement-breakpoint
CREATE TABLE "loyalty_payouts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"transaction_id" text NOT NULL,
	"transaction_key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"amount_paise" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"requested_by" text collate "C",
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(paid_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "loyalty_payouts_id" CHECK ("loyalty_payouts"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "loyalty_payouts_payee" CHECK (num_nonnulls("loyalty_payouts"."user_id", "loyalty_payouts"."mechanic_id") = 1),
	CONSTRAINT "loyalty_payouts_amount" CHECK ("loyalty_payouts"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "wallet_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"kind" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"loyalty_payout_id" text collate "C",
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"booked_at" timestamp (3) with time zone,
	CONSTRAINT "wallet_entries_loyalty_payout" UNIQUE("loyalty_payout_id","kind"),
	CONSTRAINT "wallet_entries_kind" CHECK ("wallet_entries"."kind" in ('opening', 'source_change', 'loyalty_payout', 'void', 'adjustment')),
	CONSTRAINT "wallet_entries_owner" CHECK (num_nonnulls("wallet_entries"."user_id", "wallet_entries"."mechanic_id") = 1),
	CONSTRAINT "wallet_entries_payout" CHECK (("wallet_entries"."kind" in ('loyalty_payout', 'void')) = ("wallet_entries"."loyalty_payout_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "mechanics" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record_state" text DEFAULT 'full' NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"phone_digits" text GENERATED ALWAYS AS (nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '')) STORED,
	"vehicle_types" text[] DEFAULT '{}' NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"wallet_paise" bigint,
	"source_wallet_paise" bigint,
	"referral_code" text,
	"payee_name" text,
	"created_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	"status" text,
	"is_expert" boolean DEFAULT false NOT NULL,
	"is_available" boolean DEFAULT false NOT NULL,
	"is_email_verified" boolean DEFAULT false NOT NULL,
	"is_phone_verified" boolean DEFAULT false NOT NULL,
	"shop_name" text,
	"shop_per_hour_paise" bigint,
	"shop_experience_years" double precision,
	"shop_description" text,
	"shop_latitude" double precision,
	"shop_longitude" double precision,
	"bank_account_holder" text,
	"bank_name" text,
	"bank_account_number" text,
	"bank_ifsc_code" text,
	"bank_upi_id" text,
	"bank_preferred_method" text,
	"bank_changed_at" timestamp (3) with time zone,
	"profile_photo" text,
	"aadhaar_card" text,
	"shop_photo" text,
	CONSTRAINT "mechanics_id" CHECK ("mechanics"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "mechanics_record_state" CHECK ("mechanics"."record_state" in ('full', 'stub', 'erased')),
	CONSTRAINT "mechanics_source_wallet" CHECK ("mechanics"."source_wallet_paise" >= 0),
	CONSTRAINT "mechanics_per_hour" CHECK ("mechanics"."shop_per_hour_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"booking_id" text collate "C",
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"text" text NOT NULL,
	"author_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notes_id" CHECK ("notes"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "notes_text" CHECK (char_length("notes"."text") BETWEEN 1 AND 2000),
	CONSTRAINT "notes_record" CHECK ("notes"."booking_id" IS NOT NULL OR num_nonnulls("notes"."user_id", "notes"."mechanic_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"message" text,
	"type" text,
	"user_id" text collate "C",
	"mechanic_id" text collate "C",
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"delivery" text,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "notifications_id" CHECK ("notifications"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "notifications_delivery" CHECK ("notifications"."delivery" in ('queued', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "parts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"service_id" text collate "C",
	"name" text,
	"price_paise" bigint,
	"image" text,
	CONSTRAINT "parts_id" CHECK ("parts"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "parts_price" CHECK ("parts"."price_paise" >= 0)
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
CREATE TABLE "payments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record_state" text DEFAULT 'full' NOT NULL,
	"booking_id" text collate "C",
	"customer_id" text collate "C",
	"mechanic_id" text collate "C",
	"amount_paise" bigint,
	"method" text,
	"status" text,
	"type" text,
	"screenshot" text,
	"total_paise" bigint,
	"discount_paise" bigint,
	"paid_paise" bigint,
	"due_paise" bigint,
	"transacted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone,
	"disagrees" boolean DEFAULT false NOT NULL,
	"rated_at" timestamp (3) with time zone,
	"occurred_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(transacted_at, created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "payments_id" CHECK ("payments"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payments_record_state" CHECK ("payments"."record_state" in ('full', 'stub', 'erased')),
	CONSTRAINT "payments_amounts" CHECK (least("payments"."amount_paise", "payments"."total_paise", "payments"."discount_paise", "payments"."paid_paise", "payments"."due_paise") >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_voids" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"payout_id" text collate "C",
	"loyalty_payout_id" text collate "C",
	"mechanic_id" text collate "C",
	"user_id" text collate "C",
	"amount_paise" bigint NOT NULL,
	"method" text,
	"transaction_id" text,
	"transaction_key" text,
	"reason" text,
	"voided_by" text collate "C",
	"voided_at" timestamp (3) with time zone NOT NULL,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(voided_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "payout_voids_payout" UNIQUE("payout_id"),
	CONSTRAINT "payout_voids_loyalty_payout" UNIQUE("loyalty_payout_id"),
	CONSTRAINT "payout_voids_id" CHECK ("payout_voids"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payout_voids_payment" CHECK (num_nonnulls("payout_voids"."payout_id", "payout_voids"."loyalty_payout_id") = 1),
	CONSTRAINT "payout_voids_payee" CHECK (num_nonnulls("payout_voids"."user_id", "payout_voids"."mechanic_id") = 1),
	CONSTRAINT "payout_voids_amount" CHECK ("payout_voids"."amount_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"transaction_id" text,
	"transaction_key" text,
	"request_hash" "bytea",
	"amount_paise" bigint NOT NULL,
	"method" text,
	"paid_at" timestamp (3) with time zone,
	"requested_by" text collate "C",
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(paid_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "payouts_id" CHECK ("payouts"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transaction_ids" (
	"key" text PRIMARY KEY NOT NULL,
	"payout_id" text collate "C",
	"loyalty_payout_id" text collate "C",
	CONSTRAINT "transaction_ids_payout" CHECK (num_nonnulls("transaction_ids"."payout_id", "transaction_ids"."loyalty_payout_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"admin_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"list" text DEFAULT '' NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "preferences_admin_id_name_list_pk" PRIMARY KEY("admin_id","name","list")
);
--> statement-breakpoint
CREATE TABLE "emergencies" (
	"booking_id" text collate "C" PRIMARY KEY NOT NULL,
	"phase" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"phase_since" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"arrived_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "emergencies_phase" CHECK ("emergencies"."phase" IN ('pending', 'accepted', 'arrived', 'ended')),
	CONSTRAINT "emergencies_ended" CHECK (("emergencies"."phase" = 'ended') = ("emergencies"."ended_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "emergency_claims" (
	"booking_id" text collate "C" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"offered_to" text collate "C",
	"offered_at" timestamp (3) with time zone,
	CONSTRAINT "emergency_claims_offer" CHECK (("emergency_claims"."offered_to" IS NULL) = ("emergency_claims"."offered_at" IS NULL)),
	CONSTRAINT "emergency_claims_colleague" CHECK ("emergency_claims"."offered_to" <> "emergency_claims"."admin_id")
);
--> statement-breakpoint
CREATE TABLE "emergency_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"booking_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"mechanic_id" text collate "C",
	"reason" text,
	"requested_by" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "emergency_requests_id" CHECK ("emergency_requests"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "emergency_requests_kind" CHECK ("emergency_requests"."kind" IN ('assign', 'cancel')),
	CONSTRAINT "emergency_requests_state" CHECK ("emergency_requests"."state" IN ('waiting', 'confirmed', 'overruled', 'withdrawn')),
	CONSTRAINT "emergency_requests_mechanic" CHECK (("emergency_requests"."kind" = 'assign') = ("emergency_requests"."mechanic_id" IS NOT NULL)),
	CONSTRAINT "emergency_requests_decided" CHECK (("emergency_requests"."state" = 'waiting') = ("emergency_requests"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "emergency_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "emergency_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"admin_id" text collate "C",
	"colleague_id" text collate "C",
	"mechanic_id" text collate "C",
	"reason" text,
	CONSTRAINT "emergency_steps_kind" CHECK ("emergency_steps"."kind" IN ('pending', 'accepted', 'arrived', 'ended', 'cancelled', 'mechanic_changed', 'claimed', 'lapsed', 'released', 'offered', 'offer_withdrawn', 'handed_over', 'declined', 'assign_requested', 'assign_confirmed', 'assign_overruled', 'cancel_requested', 'cancel_confirmed', 'cancel_overruled'))
);
--> statement-breakpoint
CREATE TABLE "mechanic_positions" (
	"mechanic_id" text collate "C" PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mechanic_positions_place" CHECK ("mechanic_positions"."latitude" between -90 and 90 and "mechanic_positions"."longitude" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "roadside_desks" (
	"admin_id" text collate "C" PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"muted_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "roadside_settings" (
	"only_row" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"claim_seconds" integer DEFAULT 60 NOT NULL,
	"assign_seconds" integer DEFAULT 180 NOT NULL,
	"arrive_seconds" integer DEFAULT 1800 NOT NULL,
	CONSTRAINT "roadside_settings_one_row" CHECK ("roadside_settings"."only_row" = 1),
	CONSTRAINT "roadside_settings_targets" CHECK (least("roadside_settings"."claim_seconds", "roadside_settings"."assign_seconds", "roadside_settings"."arrive_seconds") > 0)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"owner_id" text collate "C",
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"columns" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text,
	CONSTRAINT "saved_views_id" CHECK ("saved_views"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "saved_views_name" CHECK (char_length("saved_views"."name") BETWEEN 1 AND 60),
	CONSTRAINT "saved_views_query" CHECK (char_length("saved_views"."query") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "service_key_uses" (
	"key_id" text collate "C" NOT NULL,
	"hour_started_at" timestamp (3) with time zone NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"created" bigint DEFAULT 0 NOT NULL,
	"updated" bigint DEFAULT 0 NOT NULL,
	"unchanged" bigint DEFAULT 0 NOT NULL,
	"stale" bigint DEFAULT 0 NOT NULL,
	"deleted" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"is_recorded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "service_key_uses_key_id_hour_started_at_pk" PRIMARY KEY("key_id","hour_started_at")
);
--> statement-breakpoint
CREATE TABLE "service_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "service_keys_id" CHECK ("service_keys"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "service_keys_scopes" CHECK (cardinality("service_keys"."scopes") > 0)
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record_state" text DEFAULT 'full' NOT NULL,
	"name" text,
	"vehicle_type" text,
	"image" text,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "services_id" CHECK ("services"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "services_record_state" CHECK ("services"."record_state" in ('full', 'stub', 'erased'))
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text,
	"name" text,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'owner' NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admins_role" CHECK ("admins"."role" IN ('owner', 'manager', 'finance', 'support', 'reviewer', 'viewer')),
	CONSTRAINT "admins_id" CHECK ("admins"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"address" text NOT NULL,
	"account_hash" "bytea" NOT NULL,
	"attempts" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "login_attempts_address_account_hash_pk" PRIMARY KEY("address","account_hash")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"id" text GENERATED ALWAYS AS (left(encode(sha256(token_hash), 'hex'), 24)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	"address" text,
	"last_seen_at" timestamp (3) with time zone,
	"proved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"start_time" text,
	"end_time" text,
	"duration" text,
	CONSTRAINT "slots_id" CHECK ("slots"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
CREATE TABLE "sos_services" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text,
	"vehicle_type" text,
	"price_paise" bigint,
	"image" text,
	CONSTRAINT "sos_services_id" CHECK ("sos_services"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "sos_services_price" CHECK ("sos_services"."price_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "login_challenges" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"webauthn_challenge" text
);
--> statement-breakpoint
CREATE TABLE "passkey_registrations" (
	"admin_id" text collate "C" PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"origin" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"transports" text[] NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_id" CHECK ("passkeys"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"admin_id" text collate "C" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_admin_id_code_hash_pk" PRIMARY KEY("admin_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "totp" (
	"admin_id" text collate "C" PRIMARY KEY NOT NULL,
	"id" text GENERATED ALWAYS AS (admin_id) STORED NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"record_state" text DEFAULT 'full' NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"phone_digits" text GENERATED ALWAYS AS (nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '')) STORED,
	"vehicle_types" text[] DEFAULT '{}' NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"wallet_paise" bigint,
	"source_wallet_paise" bigint,
	"referral_code" text,
	"payee_name" text,
	"created_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	"socket_id" text,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "users_id" CHECK ("users"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "users_record_state" CHECK ("users"."record_state" in ('full', 'stub', 'erased')),
	CONSTRAINT "users_source_wallet" CHECK ("users"."source_wallet_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "vehicle_models" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"company_name" text,
	"image" text,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "vehicle_models_id" CHECK ("vehicle_models"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" text collate "C" NOT NULL,
	"event_sequence" bigint,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"status_code" integer,
	"duration_ms" integer,
	"error" text,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_next" CHECK (("webhook_deliveries"."state" = 'waiting') = ("webhook_deliveries"."next_attempt_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"types" text[],
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"replay_after" bigint,
	"replay_through" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_id" CHECK ("webhook_endpoints"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "webhook_endpoints_disabled" CHECK ("webhook_endpoints"."is_enabled" = ("webhook_endpoints"."disabled_reason" IS NULL)),
	CONSTRAINT "webhook_endpoints_reason" CHECK ("webhook_endpoints"."disabled_reason" in ('switched_off', 'failing', 'gone')),
	CONSTRAINT "webhook_endpoints_replay" CHECK (num_nulls("webhook_endpoints"."replay_after", "webhook_endpoints"."replay_through") <> 1)
);
--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_issues" ADD CONSTRAINT "bank_answer_issues_answer_id_bank_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_issues" ADD CONSTRAINT "bank_answer_issues_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_parts" ADD CONSTRAINT "bank_answer_parts_answer_id_bank_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closes" ADD CONSTRAINT "closes_made_by_admins_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_rows" ADD CONSTRAINT "job_rows_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mechanic_balances" ADD CONSTRAINT "mechanic_balances_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_payouts" ADD CONSTRAINT "loyalty_payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_payouts" ADD CONSTRAINT "loyalty_payouts_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_admins_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_file_parts" ADD CONSTRAINT "payment_run_file_parts_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_rows" ADD CONSTRAINT "payment_run_rows_run_id_payment_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payment_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_rows" ADD CONSTRAINT "payment_run_rows_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_run_rows" ADD CONSTRAINT "payment_run_rows_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_approved_by_admins_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_sent_by_admins_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_ended_by_admins_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_voids" ADD CONSTRAINT "payout_voids_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_ids" ADD CONSTRAINT "transaction_ids_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_ids" ADD CONSTRAINT "transaction_ids_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergencies" ADD CONSTRAINT "emergencies_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_claims" ADD CONSTRAINT "emergency_claims_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_claims" ADD CONSTRAINT "emergency_claims_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_claims" ADD CONSTRAINT "emergency_claims_offered_to_admins_id_fk" FOREIGN KEY ("offered_to") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_requests" ADD CONSTRAINT "emergency_requests_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_requests" ADD CONSTRAINT "emergency_requests_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_requests" ADD CONSTRAINT "emergency_requests_requested_by_admins_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_colleague_id_admins_id_fk" FOREIGN KEY ("colleague_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emergency_steps" ADD CONSTRAINT "emergency_steps_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mechanic_positions" ADD CONSTRAINT "mechanic_positions_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadside_desks" ADD CONSTRAINT "roadside_desks_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_admins_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_key_uses" ADD CONSTRAINT "service_key_uses_key_id_service_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."service_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD CONSTRAINT "login_challenges_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_registrations" ADD CONSTRAINT "passkey_registrations_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_sequence_events_sequence_fk" FOREIGN KEY ("event_sequence") REFERENCES "public"."events"("sequence") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_action" ON "activity" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity" ON "activity" USING btree ("entity","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity_action" ON "activity" USING btree ("entity","action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity_id" ON "activity" USING btree ("entity_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "adjustments_mechanic" ON "adjustments" USING btree ("mechanic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_transaction" ON "approvals" USING btree ("transaction_key") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_wallet" ON "approvals" USING btree (coalesce(user_id, mechanic_id)) WHERE state = 'waiting' AND kind = 'loyalty';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_payout" ON "approvals" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_loyalty_payout" ON "approvals" USING btree ("loyalty_payout_id");--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "approvals" USING btree ("requested_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("decided_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE state <> 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_user" ON "approvals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approvals_mechanic" ON "approvals" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "bank_answers_uploaded" ON "bank_answers" USING btree ("uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bank_answers_reading" ON "bank_answers" USING btree ("touched_at","id") WHERE state = 'reading';--> statement-breakpoint
CREATE INDEX "bookings_listed" ON "bookings" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "bookings_status_listed" ON "bookings" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "bookings_kind_listed" ON "bookings" USING btree ("kind","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "bookings_unassigned_listed" ON "bookings" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full' and mechanic_id is null;--> statement-breakpoint
CREATE INDEX "bookings_unassigned_emergencies" ON "bookings" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full' and mechanic_id is null and kind = 'emergency';--> statement-breakpoint
CREATE INDEX "bookings_busy_mechanic" ON "bookings" USING btree ("mechanic_id") WHERE record_state = 'full' and status in ('accepted', 'arrived') and mechanic_id is not null;--> statement-breakpoint
CREATE INDEX "bookings_customer" ON "bookings" USING btree ("customer_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_mechanic" ON "bookings" USING btree ("mechanic_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_amount" ON "bookings" USING btree ("total_paise") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "bookings_fragment" ON "bookings" USING gin (id gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "closes_days" ON "closes" USING btree ("day","number");--> statement-breakpoint
CREATE INDEX "configuration_versions_in_force" ON "configuration_versions" USING btree ("in_force_from" desc,"number" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "configurations_single" ON "configurations" USING btree ((true));--> statement-breakpoint
CREATE INDEX "document_copies_due" ON "document_copies" USING btree ("next_attempt_at") WHERE "document_copies"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "document_copies_id" ON "document_copies" USING btree ("id");--> statement-breakpoint
CREATE INDEX "document_copies_address" ON "document_copies" USING btree ("address_hash") WHERE "document_copies"."copied_image" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "earnings_payment" ON "earnings" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "earnings_mechanic" ON "earnings" USING btree ("mechanic_id","transacted_at");--> statement-breakpoint
CREATE INDEX "earnings_booking" ON "earnings" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "erasures_not_remembered" ON "erasures" USING btree ("at","id") WHERE not is_remembered;--> statement-breakpoint
CREATE INDEX "erasures_not_logged" ON "erasures" USING btree ("at","id") WHERE not is_logged;--> statement-breakpoint
CREATE INDEX "events_unpublished" ON "events" USING btree ("sequence") WHERE "events"."position" IS NULL;--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "files_unused" ON "files" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("actor_id","key");--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("touched_at","id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "selections_admin" ON "selections" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "selections_created" ON "selections" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_listed" ON "ledger_entries" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_entries_flow_listed" ON "ledger_entries" USING btree ("flow","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_entries_booked" ON "ledger_entries" USING btree (coalesce(booked_at, least(occurred_at, recorded_at)),"id");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_mechanic" ON "ledger_entries" USING btree ("mechanic_id",(flow = 'payout'),"listed_at","id","balance_paise");--> statement-breakpoint
CREATE INDEX "live_changes_xid" ON "live_changes" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_listed" ON "loyalty_payouts" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loyalty_payouts_fragments" ON "loyalty_payouts" USING gin (id gin_trgm_ops,transaction_key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "loyalty_payouts_amount_paise" ON "loyalty_payouts" USING btree ("amount_paise");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_user" ON "loyalty_payouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_mechanic" ON "loyalty_payouts" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_requested_by" ON "loyalty_payouts" USING btree ("requested_by","paid_at");--> statement-breakpoint
CREATE INDEX "wallet_entries_booked" ON "wallet_entries" USING btree (coalesce(booked_at, recorded_at),"id");--> statement-breakpoint
CREATE INDEX "wallet_entries_user" ON "wallet_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallet_entries_mechanic" ON "wallet_entries" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "mechanics_listed" ON "mechanics" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_status_listed" ON "mechanics" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_wallet" ON "mechanics" USING btree (coalesce("wallet_paise", -100000000) DESC,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_created" ON "mechanics" USING btree ("created_at","status","is_blocked") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_shop_point" ON "mechanics" USING gist (point(shop_longitude, shop_latitude)) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_erased" ON "mechanics" USING btree ("id") WHERE record_state = 'erased';--> statement-breakpoint
CREATE INDEX "mechanics_fragment" ON "mechanics" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "notes_booking" ON "notes" USING btree ("booking_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE booking_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_mechanic" ON "notes" USING btree ("mechanic_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE mechanic_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_created" ON "notes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notes_fragment" ON "notes" USING gin (text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notifications_listed" ON "notifications" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_failed" ON "notifications" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE delivery = 'failed';--> statement-breakpoint
CREATE INDEX "notifications_queued" ON "notifications" USING btree ("created_at") WHERE "notifications"."delivery" = 'queued';--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_mechanic" ON "notifications" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "parts_service" ON "parts" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "payment_run_rows_state" ON "payment_run_rows" USING btree ("run_id","state","amount_paise");--> statement-breakpoint
CREATE INDEX "payment_run_rows_open" ON "payment_run_rows" USING btree ("mechanic_id","amount_paise") WHERE state IN ('reserved', 'sent');--> statement-breakpoint
CREATE INDEX "payment_run_rows_mechanic" ON "payment_run_rows" USING btree ("mechanic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_run_rows_payout" ON "payment_run_rows" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_runs_request" ON "payment_runs" USING btree ("created_by","request_key");--> statement-breakpoint
CREATE INDEX "payment_runs_created" ON "payment_runs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_runs_open" ON "payment_runs" USING btree ("state") WHERE state IN ('waiting', 'ready', 'sent');--> statement-breakpoint
CREATE INDEX "payments_occurred" ON "payments" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_status_occurred" ON "payments" USING btree ("status","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_paise") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_method_occurred" ON "payments" USING btree ("method","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree (coalesce("amount_paise", -100000000) DESC,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_disagreeing" ON "payments" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE disagrees and record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payments_mechanic" ON "payments" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "payments_fragment" ON "payments" USING gin (id gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_screenshot" ON "payments" USING btree ("screenshot") WHERE screenshot like '/files/%';--> statement-breakpoint
CREATE INDEX "payout_voids_listed" ON "payout_voids" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payout_voids_fragments" ON "payout_voids" USING gin (id gin_trgm_ops,transaction_key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payout_voids_amount_paise" ON "payout_voids" USING btree ("amount_paise");--> statement-breakpoint
CREATE INDEX "payout_voids_user" ON "payout_voids" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payout_voids_mechanic" ON "payout_voids" USING btree ("mechanic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transaction" ON "payouts" USING btree ("transaction_key");--> statement-breakpoint
CREATE INDEX "payouts_listed" ON "payouts" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_fragments" ON "payouts" USING gin (id gin_trgm_ops,transaction_key gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payouts_amount_paise" ON "payouts" USING btree ("amount_paise");--> statement-breakpoint
CREATE INDEX "payouts_mechanic" ON "payouts" USING btree ("mechanic_id","paid_at");--> statement-breakpoint
CREATE INDEX "payouts_requested_by" ON "payouts" USING btree ("requested_by","paid_at") WHERE "payouts"."requested_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "emergencies_phases" ON "emergencies" USING btree ("phase","phase_since");--> statement-breakpoint
CREATE INDEX "emergencies_created" ON "emergencies" USING btree ("created_at","booking_id");--> statement-breakpoint
CREATE INDEX "emergency_claims_admin" ON "emergency_claims" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "emergency_requests_waiting" ON "emergency_requests" USING btree ("booking_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "emergency_requests_booking" ON "emergency_requests" USING btree ("booking_id","requested_at");--> statement-breakpoint
CREATE INDEX "emergency_requests_mechanic" ON "emergency_requests" USING btree ("mechanic_id") WHERE mechanic_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "emergency_steps_booking" ON "emergency_steps" USING btree ("booking_id","id");--> statement-breakpoint
CREATE INDEX "emergency_steps_kinds" ON "emergency_steps" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "mechanic_positions_point" ON "mechanic_positions" USING gist (point(longitude, latitude));--> statement-breakpoint
CREATE INDEX "mechanic_positions_at" ON "mechanic_positions" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own" ON "saved_views" USING btree ("owner_id","list",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared" ON "saved_views" USING btree ("list",lower("name")) WHERE owner_id IS NULL;--> statement-breakpoint
CREATE INDEX "service_key_uses_unrecorded" ON "service_key_uses" USING btree ("hour_started_at") WHERE not "service_key_uses"."is_recorded";--> statement-breakpoint
CREATE UNIQUE INDEX "service_keys_key_hash" ON "service_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "service_keys_name" ON "service_keys" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_key" ON "admins" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "login_attempts_window" ON "login_attempts" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "password_links_admin" ON "password_links" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_admin" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "login_challenges_admin" ON "login_challenges" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "login_challenges_expiry" ON "login_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_admin" ON "passkeys" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "users_listed" ON "users" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "users_wallet" ON "users" USING btree (coalesce("wallet_paise", -100000000) DESC,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","is_blocked") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "users_erased" ON "users" USING btree ("id") WHERE record_state = 'erased';--> statement-breakpoint
CREATE INDEX "users_fragment" ON "users" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at","id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_attempted" ON "webhook_deliveries" USING btree ("endpoint_id","last_attempt_at") WHERE "webhook_deliveries"."last_attempt_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
INSERT INTO activity_head (id, hash) VALUES (0, sha256('wayside activity'));
--> statement-breakpoint
INSERT INTO "event_feed" VALUES (true, 0, 0);
--> statement-breakpoint
-- The accounts of the journal. Administrators can rename them.
INSERT INTO "ledger_accounts" ("id", "purpose", "code", "name")
SELECT lpad(to_hex(number), 24, '0'), purpose, code, name
FROM (VALUES
	(1, 'bank', '1010', 'Bank'),
	(2, 'gateway_clearing', '1020', 'Payment gateway clearing'),
	(3, 'mechanics_payable', '2010', 'Payable to mechanics'),
	(4, 'wallets_payable', '2020', 'Wallets payable'),
	(5, 'opening_balances', '3010', 'Opening balances of wallets'),
	(6, 'commission_income', '4010', 'Commission income'),
	(7, 'platform_fee_income', '4020', 'Platform fee income'),
	(8, 'adjustments', '5010', 'Adjustments of balances'),
	(9, 'loyalty_expense', '5020', 'Loyalty expense'),
	(10, 'differences', '5030', 'Differences of imported earnings')
) AS accounts (number, purpose, code, name);
