-- Returns the counters that differ from a recount of the rows. Normally there are none.
CREATE OR REPLACE FUNCTION counter_differences() RETURNS TABLE (name text, status text, period text, starts_on date) LANGUAGE sql STABLE AS $$
  SELECT name, status, period, starts_on FROM (
    SELECT name, status, period, starts_on, count, amount_paise FROM recounted_counters()
    UNION ALL SELECT name, status, period, starts_on, -count, -amount_paise FROM counters
  ) AS both_sides GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount_paise) <> 0
$$;
