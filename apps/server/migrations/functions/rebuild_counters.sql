-- Adds to the counters their difference from a recount of every row. Run it after a change of the time zone or of the
-- counter definitions, or after a load without triggers. Both sides are read from one snapshot, and concurrent
-- writers count their own changes, so no writer waits. No writer uses this shard.
CREATE OR REPLACE PROCEDURE rebuild_counters() LANGUAGE sql AS $$
  INSERT INTO counters AS present (name, status, period, starts_on, shard, count, amount_paise)
  SELECT name, status, period, starts_on, 64, sum(count), sum(amount_paise) FROM (
    -- Two tables can contribute to one counter.
    SELECT name, status, period, starts_on, count, amount_paise FROM recounted_counters()
    UNION ALL SELECT name, status, period, starts_on, -count, -amount_paise FROM counters
  ) AS both_sides GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount_paise) <> 0
  ON CONFLICT (name, status, period, starts_on, shard) DO UPDATE
  SET count = present.count + excluded.count, amount_paise = present.amount_paise + excluded.amount_paise
$$;
