-- Returns the status under which the counter 'activity by record' counts the entries with these values. Null matches
-- any value.
CREATE OR REPLACE FUNCTION activity_counter_key(entity text, action text, actor_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_array(entity, action, actor_id)::text
$$;
