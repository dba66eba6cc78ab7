CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admins_id" CHECK ("admins"."id" ~ '^[0-9a-f]{24}$')
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
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"admin_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"presence" text DEFAULT 'known' NOT NULL,
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
	CONSTRAINT "bookings_presence" CHECK ("bookings"."presence" in ('known', 'unknown', 'erased')),
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
	"presence" text DEFAULT 'known' NOT NULL,
	"name" text,
	"vehicle_type" text,
	"image" text,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "services_id" CHECK ("services"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "services_presence" CHECK ("services"."presence" in ('known', 'unknown', 'erased'))
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
CREATE TABLE "mechanics" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"presence" text DEFAULT 'known' NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"status" text,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"is_expert" boolean DEFAULT false NOT NULL,
	"is_available" boolean DEFAULT false NOT NULL,
	"is_email_verified" boolean DEFAULT false NOT NULL,
	"is_phone_verified" boolean DEFAULT false NOT NULL,
	"wallet_paise" bigint,
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
	"profile_photo" text,
	"aadhaar_card" text,
	"shop_photo" text,
	"created_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "mechanics_id" CHECK ("mechanics"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "mechanics_presence" CHECK ("mechanics"."presence" in ('known', 'unknown', 'erased')),
	CONSTRAINT "mechanics_wallet" CHECK ("mechanics"."wallet_paise" >= 0),
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
	"transaction_key" text GENERATED ALWAYS AS (lower(btrim(transaction_id))) STORED,
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
	CONSTRAINT "notifications_id" CHECK ("notifications"."id" ~ '^[0-9a-f]{24}$')
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"presence" text DEFAULT 'known' NOT NULL,
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
	"occurred_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(transacted_at, created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "payments_id" CHECK ("payments"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "payments_presence" CHECK ("payments"."presence" in ('known', 'unknown', 'erased')),
	CONSTRAINT "payments_amounts" CHECK (least("payments"."amount_paise", "payments"."total_paise", "payments"."discount_paise", "payments"."paid_paise", "payments"."due_paise") >= 0)
);
--> statement-breakpoint
CREATE TABLE "business_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_tallies" (
	"subject" text NOT NULL,
	"part" text NOT NULL,
	"day" date NOT NULL,
	"shard" smallint NOT NULL,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "daily_tallies_subject_part_day_shard_pk" PRIMARY KEY("subject","part","day","shard")
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"subject" text NOT NULL,
	"part" text NOT NULL,
	"shard" smallint NOT NULL,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "tallies_subject_part_shard_pk" PRIMARY KEY("subject","part","shard")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"presence" text DEFAULT 'known' NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"vehicle_types" text[] DEFAULT '{}' NOT NULL,
	"wallet_paise" bigint,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"referral_code" text,
	"socket_id" text,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(created_at, '-infinity'::timestamptz)) STORED NOT NULL,
	CONSTRAINT "users_id" CHECK ("users"."id" ~ '^[0-9a-f]{24}$'),
	CONSTRAINT "users_presence" CHECK ("users"."presence" in ('known', 'unknown', 'erased')),
	CONSTRAINT "users_wallet" CHECK ("users"."wallet_paise" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_service_id_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_mechanic_id_mechanics_id_fk" FOREIGN KEY ("mechanic_id") REFERENCES "public"."mechanics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email" ON "admins" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "login_attempts_window" ON "login_attempts" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "sessions_admin" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bookings_listed" ON "bookings" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "bookings_status_listed" ON "bookings" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "bookings_customer" ON "bookings" USING btree ("customer_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_mechanic" ON "bookings" USING btree ("mechanic_id","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_fragment" ON "bookings" USING gin (id gin_trgm_ops) WHERE presence = 'known';--> statement-breakpoint
CREATE UNIQUE INDEX "configurations_single" ON "configurations" USING btree ((true));--> statement-breakpoint
CREATE INDEX "parts_service" ON "parts" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "mechanics_listed" ON "mechanics" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "mechanics_status_listed" ON "mechanics" USING btree ("status","listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "mechanics_created" ON "mechanics" USING btree ("created_at","status","is_blocked") WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "mechanics_fragment" ON "mechanics" USING gin (phone gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE presence = 'known';--> statement-breakpoint
CREATE UNIQUE INDEX "earnings_payment" ON "earnings" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "earnings_mechanic" ON "earnings" USING btree ("mechanic_id","transacted_at");--> statement-breakpoint
CREATE INDEX "earnings_booking" ON "earnings" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_transaction" ON "payouts" USING btree ("transaction_key");--> statement-breakpoint
CREATE INDEX "payouts_mechanic" ON "payouts" USING btree ("mechanic_id","paid_at");--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_mechanic" ON "notifications" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "payments_occurred" ON "payments" USING btree ("occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "payments_status_occurred" ON "payments" USING btree ("status","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "payments_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payments_mechanic" ON "payments" USING btree ("mechanic_id");--> statement-breakpoint
CREATE INDEX "payments_fragment" ON "payments" USING gin (id gin_trgm_ops) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "users_listed" ON "users" USING btree ("listed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","is_blocked") WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "users_fragment" ON "users" USING gin (phone gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE presence = 'known';