-- Returns the start of a phase: the source's time of the change if it is between the start of the previous phase and
-- now, otherwise now.
CREATE OR REPLACE FUNCTION emergency_instant(changed timestamptz, previous timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN changed > previous AND changed <= now() THEN changed ELSE greatest(previous, now()) END
$$;
