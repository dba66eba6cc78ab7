-- Tallies by day, by month and for ever, of each part and of all parts, in one table: a question of any span adds up few rows.

-- The order in which rebuild_tallies() takes them, so that what follows waits for writers and not they for it.
LOCK TABLE activity, bookings, mechanics, payments, users IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DROP TABLE daily_tallies;
--> statement-breakpoint
DROP TABLE tallies;
--> statement-breakpoint
CREATE TABLE "tallies" (
	"subject" text NOT NULL,
	"part" text,
	"period" text NOT NULL,
	"starts_on" date NOT NULL,
	"shard" smallint NOT NULL,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "tallies_key" UNIQUE NULLS NOT DISTINCT("subject","part","period","starts_on","shard")
);
--> statement-breakpoint
DROP INDEX "payments_status_occurred";
--> statement-breakpoint
CREATE INDEX "payments_status_occurred" ON "payments" USING btree ("status","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"amount_paise") WHERE presence = 'known';
--> statement-breakpoint
-- The first moment of a day. Where clocks are put back at midnight that is the earlier of two.
CREATE FUNCTION day_start(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (day::timestamp AT TIME ZONE zone) - CASE
    WHEN ((day::timestamp AT TIME ZONE zone) - interval '1 hour') AT TIME ZONE zone >= day::timestamp THEN interval '1 hour'
    ELSE interval '0' END
$$;
--> statement-breakpoint
-- The statement that rolls up rows of (part, moment, amount, sign).
CREATE FUNCTION rolled_up(rows text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format($query$
    SELECT part, CASE WHEN grouping(month) = 1 THEN 'ever' WHEN grouping(day) = 1 THEN 'month' ELSE 'day' END AS period,
      coalesce(day, month, '-infinity') AS starts_on, sum(count) AS count, sum(amount) AS amount_paise
    FROM (
      SELECT part, day, date_trunc('month', day::timestamp)::date AS month, sum(sign) AS count, sum(sign * amount) AS amount
      FROM (
        SELECT coalesce(part, '') AS part, coalesce((moment AT TIME ZONE (SELECT business_time_zone()))::date, '-infinity') AS day,
          coalesce(amount, 0) AS amount, sign
        FROM (%s) AS rows
      ) AS dated GROUP BY 1, 2
    ) AS days
    GROUP BY CUBE (part), ROLLUP (month, day)
    HAVING sum(count) <> 0 OR sum(amount) <> 0
  $query$, rows)
$$;
--> statement-breakpoint
-- Trigger arguments: subject, then expressions over a row: part, moment, amount in paise, condition.
CREATE OR REPLACE FUNCTION keep_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := '';
  columns text := format('SELECT %s AS part, %s AS moment, %s AS amount', tg_argv[1], tg_argv[2], tg_argv[3]);
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM tallies WHERE subject = tg_argv[0];
    RETURN NULL;
  END IF;
  IF tg_op <> 'DELETE' THEN
    changed := format('%s, 1 AS sign FROM new_rows WHERE %s', columns, tg_argv[4]);
  END IF;
  IF tg_op = 'UPDATE' THEN changed := changed || ' UNION ALL '; END IF;
  IF tg_op <> 'INSERT' THEN
    changed := changed || format('%s, -1 AS sign FROM old_rows WHERE %s', columns, tg_argv[4]);
  END IF;
  EXECUTE format($query$
    INSERT INTO tallies AS kept (subject, part, period, starts_on, shard, count, amount_paise)
    SELECT %L, part, period, starts_on, (SELECT free_tally_shard()), count, amount_paise FROM (%s) AS changes
    ON CONFLICT (subject, part, period, starts_on, shard) DO UPDATE
    SET count = kept.count + excluded.count, amount_paise = kept.amount_paise + excluded.amount_paise
  $query$, tg_argv[0], rolled_up(changed));
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP FUNCTION recounted_tallies();
--> statement-breakpoint
-- What the rows themselves say, to compare the tallies with and to make them anew after a change of the time zone.
CREATE FUNCTION recounted_tallies() RETURNS TABLE (subject text, part text, period text, starts_on date, count numeric, amount_paise numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  tallied tallied_subjects;
BEGIN
  FOR tallied IN SELECT * FROM tallied_subjects LOOP
    RETURN QUERY EXECUTE format('SELECT %L::text, rolled.* FROM (%s) AS rolled', tallied.subject, rolled_up(
      format('SELECT %s AS part, %s AS moment, %s AS amount, 1 AS sign FROM %I WHERE %s',
        tallied.part, tallied.moment, tallied.amount, tallied.source, tallied.condition)));
  END LOOP;
END
$$;
--> statement-breakpoint
-- The tallies that are not what the rows say; none, when all is well.
CREATE FUNCTION tally_differences() RETURNS TABLE (subject text, part text, period text, starts_on date) LANGUAGE sql STABLE AS $$
  SELECT subject, part, period, starts_on FROM (
    SELECT subject, part, period, starts_on, count, amount_paise FROM recounted_tallies()
    UNION ALL SELECT subject, part, period, starts_on, -count, -amount_paise FROM tallies
  ) AS both_sides GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount_paise) <> 0
$$;
--> statement-breakpoint
CREATE OR REPLACE PROCEDURE rebuild_tallies() LANGUAGE plpgsql AS $$
DECLARE
  source_table text;
BEGIN
  FOR source_table IN SELECT DISTINCT source FROM tallied_subjects ORDER BY 1 LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', source_table);
  END LOOP;
  DELETE FROM tallies;
  INSERT INTO tallies (subject, part, period, starts_on, shard, count, amount_paise)
  SELECT r.subject, r.part, r.period, r.starts_on, 0, r.count, r.amount_paise FROM recounted_tallies() AS r;
END
$$;
--> statement-breakpoint
CALL rebuild_tallies();
