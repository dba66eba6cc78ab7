-- Adds what a statement changed to every counter of its table, in the same transaction.
CREATE OR REPLACE FUNCTION update_counters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counter record;
  columns text;
  changed text;
BEGIN
  FOR counter IN SELECT * FROM counter_definitions WHERE source = tg_table_name LOOP
    IF tg_op = 'TRUNCATE' THEN
      DELETE FROM counters WHERE name = counter.name;
      CONTINUE;
    END IF;
    columns := format('SELECT %s AS key, %s AS counted_at, %s::bigint AS amount', counter.key, counter.counted_at, counter.amount_paise);
    changed := concat_ws(' UNION ALL ',
      CASE WHEN tg_op <> 'DELETE' THEN format('%s, 1 AS sign FROM new_rows WHERE %s', columns, counter.condition) END,
      CASE WHEN tg_op <> 'INSERT' THEN format('%s, -1 AS sign FROM old_rows WHERE %s', columns, counter.condition) END);
    EXECUTE format($query$
      INSERT INTO counters AS present (name, status, period, starts_on, shard, count, amount_paise)
      SELECT %L, status, period, starts_on, (SELECT free_counter_shard()), count, amount_paise FROM (%s) AS changes
      ON CONFLICT (name, status, period, starts_on, shard) DO UPDATE
      SET count = present.count + excluded.count, amount_paise = present.amount_paise + excluded.amount_paise
    $query$, counter.name, counter_changes(changed, counter.status));
  END LOOP;
  RETURN NULL;
END
$$;

DO $block$
DECLARE
  source text;
BEGIN
  FOR source IN SELECT DISTINCT d.source FROM counter_definitions AS d LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER update_counters_on_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_counters()', source);
    EXECUTE format('CREATE OR REPLACE TRIGGER update_counters_on_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION update_counters()', source);
    EXECUTE format('CREATE OR REPLACE TRIGGER update_counters_on_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION update_counters()', source);
    EXECUTE format('CREATE OR REPLACE TRIGGER update_counters_on_truncate AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION update_counters()', source);
  END LOOP;
END
$block$;
