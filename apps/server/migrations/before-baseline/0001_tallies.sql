-- Counts and sums by part and by day, kept in the transaction that changes the rows.
-- A writer adds to a shard that no other open transaction holds: nobody waits, and nobody can deadlock.

CREATE FUNCTION business_time_zone() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT value FROM business_facts WHERE name = 'time_zone'), 'Asia/Kolkata')
$$;
--> statement-breakpoint
CREATE FUNCTION iso_instant(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
CREATE FUNCTION free_tally_shard() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  lock_class CONSTANT int := 72110;
  last_shard CONSTANT int := 63;
BEGIN
  FOR shard IN 0..last_shard LOOP
    IF pg_try_advisory_xact_lock(lock_class, shard) THEN RETURN shard; END IF;
  END LOOP;
  PERFORM pg_advisory_xact_lock(lock_class, last_shard);
  RETURN last_shard;
END
$$;
--> statement-breakpoint
-- Trigger arguments: subject, then expressions over a row: part, moment, amount in paise, condition.
CREATE FUNCTION keep_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := '';
  columns text := format('SELECT %s AS part, %s AS moment, %s AS amount', tg_argv[1], tg_argv[2], tg_argv[3]);
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    DELETE FROM tallies WHERE subject = tg_argv[0];
    DELETE FROM daily_tallies WHERE subject = tg_argv[0];
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
    WITH zone AS MATERIALIZED (SELECT business_time_zone() AS name, free_tally_shard() AS shard),
    changes AS (
      SELECT coalesce(part, '') AS part, coalesce((moment AT TIME ZONE zone.name)::date, '-infinity') AS day, zone.shard,
             sum(sign) AS count, sum(sign * coalesce(amount, 0)) AS amount
      FROM (%s) AS rows, zone GROUP BY 1, 2, 3
      HAVING sum(sign) <> 0 OR sum(sign * coalesce(amount, 0)) <> 0
    ),
    totals AS (
      INSERT INTO tallies AS kept (subject, part, shard, count, amount_paise)
      SELECT %L, part, shard, sum(count), sum(amount) FROM changes GROUP BY part, shard
      ON CONFLICT (subject, part, shard) DO UPDATE
      SET count = kept.count + excluded.count, amount_paise = kept.amount_paise + excluded.amount_paise
    )
    INSERT INTO daily_tallies AS kept (subject, part, day, shard, count, amount_paise)
    SELECT %L, part, day, shard, count, amount FROM changes
    ON CONFLICT (subject, part, day, shard) DO UPDATE
    SET count = kept.count + excluded.count, amount_paise = kept.amount_paise + excluded.amount_paise
  $query$, changed, tg_argv[0], tg_argv[0]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TABLE tallied_subjects (
  subject text PRIMARY KEY,
  source text NOT NULL,
  part text NOT NULL,
  moment text NOT NULL,
  amount text NOT NULL,
  condition text NOT NULL
);
--> statement-breakpoint
CREATE PROCEDURE tally(subject text, source text, part text, moment text, amount text, condition text) LANGUAGE plpgsql AS $$
DECLARE
  arguments text := format('%L, %L, %L, %L, %L', subject, part, moment, amount, condition);
  trigger_name text := 'tally_' || replace(subject, ' ', '_');
BEGIN
  INSERT INTO tallied_subjects VALUES (subject, source, part, moment, amount, condition);
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies(%s)', trigger_name || '_added', source, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies(%s)', trigger_name || '_changed', source, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies(%s)', trigger_name || '_removed', source, arguments);
  EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies(%s)', trigger_name || '_emptied', source, arguments);
END
$$;
--> statement-breakpoint
-- What the rows themselves say, to compare the tallies with and to make them anew after a change of the time zone.
CREATE FUNCTION recounted_tallies() RETURNS TABLE (subject text, part text, day date, count numeric, amount_paise numeric) LANGUAGE plpgsql STABLE AS $$
DECLARE
  tallied tallied_subjects;
BEGIN
  FOR tallied IN SELECT * FROM tallied_subjects LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %L::text, coalesce(%s, ''''), coalesce((%s AT TIME ZONE business_time_zone())::date, ''-infinity''), count(*)::numeric, coalesce(sum(%s), 0)::numeric FROM %I WHERE %s GROUP BY 2, 3',
      tallied.subject, tallied.part, tallied.moment, tallied.amount, tallied.source, tallied.condition);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE PROCEDURE rebuild_tallies() LANGUAGE plpgsql AS $$
DECLARE
  source_table text;
BEGIN
  FOR source_table IN SELECT DISTINCT source FROM tallied_subjects ORDER BY 1 LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', source_table);
  END LOOP;
  DELETE FROM tallies;
  DELETE FROM daily_tallies;
  INSERT INTO daily_tallies (subject, part, day, shard, count, amount_paise)
  SELECT r.subject, r.part, r.day, 0, r.count, r.amount_paise FROM recounted_tallies() AS r;
  INSERT INTO tallies (subject, part, shard, count, amount_paise)
  SELECT d.subject, d.part, 0, sum(d.count), sum(d.amount_paise) FROM daily_tallies AS d GROUP BY 1, 2;
END
$$;
--> statement-breakpoint
CALL tally('bookings', 'bookings', 'status', 'created_at', '0::bigint', $$presence = 'known'$$);
--> statement-breakpoint
CALL tally('payments', 'payments', 'status', 'nullif(occurred_at, ''-infinity'')', 'amount_paise', $$presence = 'known'$$);
--> statement-breakpoint
CALL tally('users', 'users', '''''', 'created_at', '0::bigint', $$presence = 'known'$$);
--> statement-breakpoint
CALL tally('active users', 'users', '''''', 'created_at', '0::bigint', $$presence = 'known' AND NOT is_blocked$$);
--> statement-breakpoint
CALL tally('mechanics', 'mechanics', 'status', 'created_at', '0::bigint', $$presence = 'known'$$);
--> statement-breakpoint
CALL tally('active mechanics', 'mechanics', '''''', 'created_at', '0::bigint', $$presence = 'known' AND NOT is_blocked AND status = 'approved'$$);
