CREATE TABLE "configuration_versions" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "configuration_versions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"changed_by" text,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION keep_configuration_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO configuration_versions (at, changed_by, content)
  VALUES (now(), nullif(current_setting('wayside.actor', true), ''), to_jsonb(NEW) - 'id');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_configuration_version AFTER INSERT ON configurations FOR EACH ROW EXECUTE FUNCTION keep_configuration_version();
--> statement-breakpoint
CREATE TRIGGER keep_changed_configuration_version AFTER UPDATE ON configurations FOR EACH ROW
  WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION keep_configuration_version();
--> statement-breakpoint
INSERT INTO configuration_versions (at, content) SELECT now(), to_jsonb(configurations) - 'id' FROM configurations;
