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
CREATE INDEX "activity_at" ON "activity" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_action" ON "activity" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity" ON "activity" USING btree ("entity","entity_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
INSERT INTO activity_head (id, hash) VALUES (0, sha256('wayside activity'));
--> statement-breakpoint
-- What a row's hash is made of: everything but the note, of which only the salted hash stands in the chain, so that the
-- note of somebody who was erased can go and the chain still holds.
CREATE FUNCTION activity_hash(entry activity) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(json_build_array(
    entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), entry.actor_id, entry.actor_email, entry.address,
    entry.action, entry.entity, entry.entity_id, entry.changes, encode(entry.note_hash, 'hex'))::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION note_hash(salt bytea, note text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(salt || convert_to(note, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION chain_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head activity_head;
BEGIN
  SELECT * INTO STRICT head FROM activity_head FOR UPDATE;
  NEW.id := head.id + 1;
  NEW.previous_hash := head.hash;
  NEW.note_salt := CASE WHEN NEW.note IS NOT NULL THEN uuid_send(gen_random_uuid()) END;
  NEW.note_hash := note_hash(NEW.note_salt, NEW.note);
  NEW.hash := activity_hash(NEW);
  UPDATE activity_head SET id = NEW.id, hash = NEW.hash;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER chain_activity BEFORE INSERT ON activity FOR EACH ROW EXECUTE FUNCTION chain_activity();
--> statement-breakpoint
CREATE FUNCTION keep_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept activity;
BEGIN
  IF tg_op = 'UPDATE' THEN
    kept := OLD;
    kept.note := NULL;
    kept.note_salt := NULL;
    IF NEW IS NOT DISTINCT FROM kept THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the activity log is only ever appended to' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER keep_activity BEFORE UPDATE OR DELETE ON activity FOR EACH ROW EXECUTE FUNCTION keep_activity();
--> statement-breakpoint
CREATE TRIGGER keep_all_activity BEFORE TRUNCATE ON activity FOR EACH STATEMENT EXECUTE FUNCTION keep_activity();
--> statement-breakpoint
CALL tally('activity', 'activity', 'action', 'at', '0::bigint', 'true');
