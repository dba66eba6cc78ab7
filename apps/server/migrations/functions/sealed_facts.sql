-- The columns of a row that the activity log seals, as text (OWN-05). A column without a value is omitted, so that a column that a later
-- release adds changes nothing for older rows. Timestamps read in the time zone of the session, which is UTC in the program.
CREATE OR REPLACE FUNCTION sealed_facts(record anyelement, omitted text[], kept text[] DEFAULT NULL) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(coalesce(jsonb_object_agg(key, value), '{}'))::text FROM jsonb_each(to_jsonb(record))
  WHERE key <> ALL (omitted) AND (kept IS NULL OR key = ANY (kept))
$$;
