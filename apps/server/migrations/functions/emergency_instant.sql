-- When a phase began: the source's time of the change, where it lies between the phase before and now.
CREATE OR REPLACE FUNCTION emergency_instant(changed timestamptz, previous timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN changed > previous AND changed <= now() THEN changed ELSE greatest(previous, now()) END
$$;
