-- The log under any filter of its screen: its order from an index, its total from tallies.
DROP INDEX "activity_entity";--> statement-breakpoint
CREATE INDEX "activity_entity_action" ON "activity" USING btree ("entity","action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_subject" ON "activity" USING btree ("entity_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_entity" ON "activity" USING btree ("entity","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
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
