CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text collate "C",
	"actor_email" text,
	"address" text,
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
CREATE TABLE "admins" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text,
	"name" text,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admins_id" CHECK ("admins"."id" ~ '^[0-9a-f]{24}$')
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
	CONSTRAINT "imported_records_collection_id_pk" PRIMARY KEY("collection","id")
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "vehicle_models" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"company_name" text,
	"image" text,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "vehicle_models_id" CHECK ("vehicle_models"."id" ~ '^[0-9a-f]{24}$')
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
CREATE TABLE "business_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
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
	"balance_paise" bigint GENERATED ALWAYS AS ((case when flow = 'cash' then -(commission_paise + platform_fee_paise) else net_paise end) - paid_out_paise) STORED NOT NULL,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(occurred_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "ledger_entries_source" UNIQUE("source_id","source","revision","kind"),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('earning', 'payout', 'reversal')),
	CONSTRAINT "ledger_entries_flow" CHECK ("ledger_entries"."flow" in ('platform', 'cash', 'payout')),
	CONSTRAINT "ledger_entries_payout" CHECK (("ledger_entries"."flow" = 'payout') = ("ledger_entries"."source" = 'payout') and ("ledger_entries"."kind" = 'reversal' or ("ledger_entries"."kind" = 'payout') = ("ledger_entries"."flow" = 'payout')))
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
	CONSTRAINT "loyalty_payouts_id" CHECK ("loyalty_payouts"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "loyalty_payouts_payee" CHECK (num_nonnulls("loyalty_payouts"."user_id", "loyalty_payouts"."mechanic_id") = 1),
	CONSTRAINT "loyalty_payouts_amount" CHECK ("loyalty_payouts"."amount_paise" > 0)
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
CREATE TABLE "transaction_ids" (
	"key" text PRIMARY KEY NOT NULL,
	"payout_id" text collate "C",
	"loyalty_payout_id" text collate "C",
	CONSTRAINT "transaction_ids_payout" CHECK (num_nonnulls("transaction_ids"."payout_id", "transaction_ids"."loyalty_payout_id") = 1)
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
	"status" text,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"is_expert" boolean DEFAULT false NOT NULL,
	"is_available" boolean DEFAULT false NOT NULL,
	"is_email_verified" boolean DEFAULT false NOT NULL,
	"is_phone_verified" boolean DEFAULT false NOT NULL,
	"wallet_paise" bigint,
	"source_wallet_paise" bigint,
	"referral_code" text,
	"vehicle_types" text[] DEFAULT '{}' NOT NULL,
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
	"created_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "mechanics_id" CHECK ("mechanics"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "mechanics_record_state" CHECK ("mechanics"."record_state" in ('full', 'stub', 'erased')),
	CONSTRAINT "mechanics_source_wallet" CHECK ("mechanics"."source_wallet_paise" >= 0),
	CONSTRAINT "mechanics_per_hour" CHECK ("mechanics"."shop_per_hour_paise" >= 0)
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
CREATE TABLE "payouts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"mechanic_id" text collate "C" NOT NULL,
	"transaction_id" text,
	"transaction_key" text,
	"request_hash" "bytea",
	"amount_paise" bigint NOT NULL,
	"method" text,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_id" CHECK ("payouts"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_paise" >= 0)
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
	"rated_at" timestamp (3) with time zone,
	"occurred_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(transacted_at, created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "payments_id" CHECK ("payments"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payments_record_state" CHECK ("payments"."record_state" in ('full', 'stub', 'erased')),
	CONSTRAINT "payments_amounts" CHECK (least("payments"."amount_paise", "payments"."total_paise", "payments"."discount_paise", "payments"."paid_paise", "payments"."due_paise") >= 0)
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
	"wallet_paise" bigint,
	"source_wallet_paise" bigint,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"referral_code" text,
	"socket_id" text,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "users_id" CHECK ("users"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "users_record_state" CHECK ("users"."record_state" in ('full', 'stub', 'erased')),
	CONSTRAINT "users_source_wallet" CHECK ("users"."source_wallet_paise" >= 0)
);
--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_admins_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."admins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_payouts" ADD CONSTRAINT "loyalty_payouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loyalty_payouts" ADD CONSTRAINT "loyalty_payouts_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mechanic_balances" ADD CONSTRAINT "mechanic_balances_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_ids" ADD CONSTRAINT "transaction_ids_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_ids" ADD CONSTRAINT "transaction_ids_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_loyalty_payout_id_loyalty_payouts_id_fk" FOREIGN KEY ("loyalty_payout_id") REFERENCES "public"."loyalty_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_action" ON "activity" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity" ON "activity" USING btree ("entity","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity_action" ON "activity" USING btree ("entity","action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity_id" ON "activity" USING btree ("entity_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_key" ON "admins" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "login_attempts_window" ON "login_attempts" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "password_links_admin" ON "password_links" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_admin" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bookings_listed" ON "bookings" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "bookings_status_listed" ON "bookings" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "bookings_customer" ON "bookings" USING btree ("customer_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_mechanic" ON "bookings" USING btree ("mechanic_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_fragment" ON "bookings" USING gin (id gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE UNIQUE INDEX "configurations_single" ON "configurations" USING btree ((true));--> statement-breakpoint
CREATE INDEX "parts_service" ON "parts" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "configuration_versions_in_force" ON "configuration_versions" USING btree ("in_force_from" desc,"number" desc);--> statement-breakpoint
CREATE INDEX "files_unused" ON "files" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_listed" ON "ledger_entries" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_entries_flow_listed" ON "ledger_entries" USING btree ("flow","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_entries_mechanic" ON "ledger_entries" USING btree ("mechanic_id",(flow = 'payout'),"listed_at","id");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_user" ON "loyalty_payouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "loyalty_payouts_mechanic" ON "loyalty_payouts" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "wallet_entries_user" ON "wallet_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallet_entries_mechanic" ON "wallet_entries" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "mechanics_listed" ON "mechanics" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_status_listed" ON "mechanics" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_created" ON "mechanics" USING btree ("created_at","status","is_blocked") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "mechanics_fragment" ON "mechanics" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE UNIQUE INDEX "earnings_payment" ON "earnings" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "earnings_mechanic" ON "earnings" USING btree ("mechanic_id","transacted_at");--> statement-breakpoint
CREATE INDEX "earnings_booking" ON "earnings" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transaction" ON "payouts" USING btree ("transaction_key");--> statement-breakpoint
CREATE INDEX "payouts_mechanic" ON "payouts" USING btree ("mechanic_id","paid_at");--> statement-breakpoint
CREATE INDEX "notifications_listed" ON "notifications" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_mechanic" ON "notifications" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "payments_occurred" ON "payments" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_status_occurred" ON "payments" USING btree ("status","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_paise") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payments_mechanic" ON "payments" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "payments_fragment" ON "payments" USING gin (id gin_trgm_ops) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "payments_screenshot" ON "payments" USING btree ("screenshot") WHERE screenshot like '/files/%';--> statement-breakpoint
CREATE INDEX "users_listed" ON "users" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","is_blocked") WHERE record_state = 'full';--> statement-breakpoint
CREATE INDEX "users_fragment" ON "users" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE record_state = 'full';
--> statement-breakpoint
INSERT INTO activity_head (id, hash) VALUES (0, sha256('wayside activity'));
