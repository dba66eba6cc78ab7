-- Entries before this instant are in closed days (CLOS-01); null while no day is closed.
CREATE OR REPLACE FUNCTION closed_until() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT closed_until FROM closes ORDER BY number DESC LIMIT 1
$$;
