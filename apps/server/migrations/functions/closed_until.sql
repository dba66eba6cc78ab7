-- Returns the instant before which all entries are in closed days (CLOS-01); null if no day is closed.
CREATE OR REPLACE FUNCTION closed_until() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT closed_until FROM closes ORDER BY number DESC LIMIT 1
$$;
