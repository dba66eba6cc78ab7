-- The start of a phase: the source's time of the change if it is between the previous phase and now.
CREATE OR REPLACE FUNCTION emergency_instant(changed timestamptz, previous timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN changed > previous AND changed <= now() THEN changed ELSE greatest(previous, now()) END
$$;
