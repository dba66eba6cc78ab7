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
ALTER TABLE "job_rows" ADD CONSTRAINT "job_rows_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("actor_id","key");--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("touched_at","id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "jobs_created" ON "jobs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "selections_admin" ON "selections" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "selections_created" ON "selections" USING btree ("created_at");