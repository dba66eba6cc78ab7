-- Adds to the counters what they lack of a recount of every row, after a change of the time zone or of their definitions, or a load
-- without triggers. Both are read at one instant, and what others write in the meantime they count themselves: nobody waits. The shard is
-- one that no writer adds to.
CREATE OR REPLACE PROCEDURE rebuild_counters() LANGUAGE sql AS $$
  INSERT INTO counters AS present (name, status, period, starts_on, shard, count, amount_paise)
  SELECT name, status, period, starts_on, 64, sum(count), sum(amount_paise) FROM (
    -- Two tables can have parts of one counter.
    SELECT name, status, period, starts_on, count, amount_paise FROM recounted_counters()
    UNION ALL SELECT name, status, period, starts_on, -count, -amount_paise FROM counters
  ) AS both_sides GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount_paise) <> 0
  ON CONFLICT (name, status, period, starts_on, shard) DO UPDATE
  SET count = present.count + excluded.count, amount_paise = present.amount_paise + excluded.amount_paise
$$;
