-- Returns the statement that sums rows of (key, counted_at, amount, sign) for each status and for all statuses, by
-- day, by month and in total.
DROP FUNCTION IF EXISTS counter_changes(text);
CREATE OR REPLACE FUNCTION counter_changes(rows text, status text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format($query$
    SELECT status, CASE WHEN grouping(month) = 1 THEN 'ever' WHEN grouping(day) = 1 THEN 'month' ELSE 'day' END AS period,
      coalesce(day, month, '-infinity') AS starts_on, sum(count) AS count, sum(amount) AS amount_paise
    FROM (
      SELECT coalesce(status, '') AS status, day, date_trunc('month', day::timestamp)::date AS month, sum(count) AS count, sum(amount) AS amount
      FROM (
        SELECT %s AS status, day, count, amount FROM (
          SELECT key, coalesce((counted_at AT TIME ZONE (SELECT business_time_zone()))::date, '-infinity') AS day,
            sum(sign) AS count, sum(sign * coalesce(amount, 0)) AS amount
          FROM (%s) AS rows GROUP BY 1, 2
        ) AS keyed
      ) AS dated GROUP BY 1, 2
    ) AS days
    GROUP BY CUBE (status), ROLLUP (month, day)
    HAVING sum(count) <> 0 OR sum(amount) <> 0
  $query$, status, rows)
$$;
