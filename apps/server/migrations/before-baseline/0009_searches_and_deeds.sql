-- Numbers are found however they are written. The activity log under any filter of its screen: its order comes from an
-- index, its total from tallies.

-- The order in which rebuild_tallies() takes them, so that what follows waits for writers and not they for it.
LOCK TABLE activity, bookings, ledger_entries, mechanics, notifications, payments, users IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DROP INDEX "activity_entity";--> statement-breakpoint
DROP INDEX "mechanics_fragment";--> statement-breakpoint
DROP INDEX "users_fragment";--> statement-breakpoint
ALTER TABLE "mechanics" ADD COLUMN "phone_digits" text GENERATED ALWAYS AS (nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '')) STORED;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_digits" text GENERATED ALWAYS AS (nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '')) STORED;--> statement-breakpoint
CREATE INDEX "activity_entity_action" ON "activity" USING btree ("entity","action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_subject" ON "activity" USING btree ("entity_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity" ON "activity" USING btree ("entity","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mechanics_fragment" ON "mechanics" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE presence = 'known';--> statement-breakpoint
CREATE INDEX "users_fragment" ON "users" USING gin (phone gin_trgm_ops,phone_digits gin_trgm_ops,name gin_trgm_ops,email gin_trgm_ops) WHERE presence = 'known';
--> statement-breakpoint
-- The part of the deeds that these values narrow down to; null stands for any value.
CREATE FUNCTION deed_part(entity text, action text, actor_id text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array(entity, action, actor_id)::text
$$;
--> statement-breakpoint
-- Every part that a deed is in. By its action alone, and all of them, they are tallied as activity.
CREATE FUNCTION deed_parts(entity text, action text, actor_id text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[deed_part(entity, NULL, NULL), deed_part(entity, action, NULL)]
    || CASE WHEN actor_id IS NULL THEN '{}' ELSE ARRAY[
      deed_part(NULL, NULL, actor_id), deed_part(entity, NULL, actor_id),
      deed_part(NULL, action, actor_id), deed_part(entity, action, actor_id)] END
$$;
--> statement-breakpoint
-- A deed counts in each of its parts: their sum, the tally without a part, says nothing.
CALL tally('deeds', 'activity', 'unnest(deed_parts(entity, action, actor_id))', 'at', '0::bigint', 'true');
--> statement-breakpoint
CALL rebuild_tallies();
