-- Returns the counters computed from the rows themselves.
CREATE OR REPLACE FUNCTION recounted_counters() RETURNS TABLE (name text, status text, period text, starts_on date, count numeric, amount_paise numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  counter record;
BEGIN
  FOR counter IN SELECT * FROM counter_definitions LOOP
    RETURN QUERY EXECUTE format('SELECT %L::text, changes.* FROM (%s) AS changes', counter.name, counter_changes(
      format('SELECT %s AS key, %s AS counted_at, %s::bigint AS amount, 1 AS sign FROM %I WHERE %s',
        counter.key, counter.counted_at, counter.amount_paise, counter.source, counter.condition), counter.status));
  END LOOP;
END
$$;
