-- Returns every status under which the counter 'activity by record' counts an entry. The counter 'activity' counts
-- the entries by action and in total.
CREATE OR REPLACE FUNCTION activity_counter_keys(entity text, action text, actor_id text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[activity_counter_key(entity, NULL, NULL), activity_counter_key(entity, action, NULL)]
    || CASE WHEN actor_id IS NULL THEN '{}' ELSE ARRAY[
      activity_counter_key(NULL, NULL, actor_id), activity_counter_key(entity, NULL, actor_id),
      activity_counter_key(NULL, action, actor_id), activity_counter_key(entity, action, actor_id)] END
$$;
