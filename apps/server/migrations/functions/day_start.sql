-- Returns the first instant of a day. If clocks are put back at midnight, that is the earlier of the two midnights.
CREATE OR REPLACE FUNCTION day_start(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (day::timestamp AT TIME ZONE zone) - CASE
    WHEN ((day::timestamp AT TIME ZONE zone) - interval '1 hour') AT TIME ZONE zone >= day::timestamp THEN interval '1 hour'
    ELSE interval '0' END
$$;
