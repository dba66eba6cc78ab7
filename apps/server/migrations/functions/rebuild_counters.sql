-- Counts every row again, after a change of the time zone or a load without triggers. Nobody writes meanwhile.
CREATE OR REPLACE PROCEDURE rebuild_counters() LANGUAGE plpgsql AS $$
DECLARE
  source_table text;
BEGIN
  FOR source_table IN SELECT DISTINCT source FROM counter_definitions ORDER BY 1 LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', source_table);
  END LOOP;
  DELETE FROM counters;
  INSERT INTO counters (name, status, period, starts_on, shard, count, amount_paise)
  -- Two tables can have parts of one counter.
  SELECT r.name, r.status, r.period, r.starts_on, 0, sum(r.count), sum(r.amount_paise) FROM recounted_counters() AS r GROUP BY 1, 2, 3, 4;
END
$$;
