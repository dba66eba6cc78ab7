-- Returns the phase of an emergency according to its booking (ROAD-01). An emergency with an unknown status is
-- pending. A booking that is not an emergency counts as ended.
CREATE OR REPLACE FUNCTION emergency_phase(kind text, record_state text, status text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN kind IS DISTINCT FROM 'emergency' OR record_state <> 'full' THEN 'ended'
    WHEN status IN ('accepted', 'arrived') THEN status
    WHEN status IN ('completed', 'user_confirmed', 'rating_given', 'cancelled') THEN 'ended' ELSE 'pending' END
$$;
