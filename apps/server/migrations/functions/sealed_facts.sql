-- Returns the columns of a row that the activity log seals, as text (OWN-05). Null columns are omitted, so a column
-- that a later release adds does not change the text of older rows. Timestamps use the time zone of the session; the
-- program's sessions use UTC.
CREATE OR REPLACE FUNCTION sealed_facts(record anyelement, omitted text[], kept text[] DEFAULT NULL) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(coalesce(jsonb_object_agg(key, value), '{}'))::text FROM jsonb_each(to_jsonb(record))
  WHERE key <> ALL (omitted) AND (kept IS NULL OR key = ANY (kept))
$$;
