-- The counter definitions are in the same file as their triggers because a new definition may need a trigger on
-- another table. Each row defines one counter: the counted table and SQL expressions over its rows for the key, the
-- date, the amount in paise and the condition. The status is an expression over the key. Rows are first summed by key
-- because there are few keys and an expression that returns several statuses is the most expensive step.
DROP VIEW IF EXISTS counter_definitions;
CREATE VIEW counter_definitions (name, source, key, status, counted_at, amount_paise, condition) AS VALUES
  ('bookings', 'bookings', 'status', 'key', 'created_at', '0', $$record_state = 'full'$$),
  -- A booking counts under several statuses, so their sum is meaningless.
  ('bookings by kind', 'bookings', 'ARRAY[status, kind, (mechanic_id IS NULL)::text]', 'unnest(booking_counter_keys(key[1], key[2], key[3]::boolean))', 'created_at', '0', $$record_state = 'full'$$),
  ('payments', 'payments', 'status', 'key', $$nullif(occurred_at, '-infinity')$$, 'amount_paise', $$record_state = 'full'$$),
  -- A payment counts under several statuses, so their sum is meaningless.
  ('payments by method', 'payments', 'ARRAY[status, method]', 'unnest(payment_counter_keys(key[1], key[2]))', $$nullif(occurred_at, '-infinity')$$, '0', $$record_state = 'full'$$),
  -- Days represent amounts (see amount_day). Noon is always within the day.
  ('payments by amount', 'payments', 'status', 'key', $$(amount_day(coalesce(amount_paise, -100000000)) + time '12:00') AT TIME ZONE (SELECT business_time_zone())$$, '0', $$record_state = 'full'$$),
  -- A payment counts under several statuses, so their sum is meaningless.
  ('payments by amount and method', 'payments', 'ARRAY[status, method]', 'unnest(payment_counter_keys(key[1], key[2]))', $$(amount_day(coalesce(amount_paise, -100000000)) + time '12:00') AT TIME ZONE (SELECT business_time_zone())$$, '0', $$record_state = 'full'$$),
  ('payments by day and amount', 'payments', 'ARRAY[status, method, amount_step(coalesce(amount_paise, -100000000))::text]', 'to_jsonb(key)::text', $$nullif(occurred_at, '-infinity')$$, '0', $$record_state = 'full'$$),
  ('users', 'users', $$''$$, 'key', 'created_at', '0', $$record_state = 'full'$$),
  ('active users', 'users', $$''$$, 'key', 'created_at', '0', $$record_state = 'full' AND NOT is_blocked$$),
  ('users by wallet', 'users', $$''$$, 'key', $$(amount_day(coalesce(wallet_paise, -100000000)) + time '12:00') AT TIME ZONE (SELECT business_time_zone())$$, '0', $$record_state = 'full'$$),
  ('mechanics', 'mechanics', 'status', 'key', 'created_at', '0', $$record_state = 'full'$$),
  ('mechanics by wallet', 'mechanics', 'status', 'key', $$(amount_day(coalesce(wallet_paise, -100000000)) + time '12:00') AT TIME ZONE (SELECT business_time_zone())$$, '0', $$record_state = 'full'$$),
  ('active mechanics', 'mechanics', $$''$$, 'key', 'created_at', '0', $$record_state = 'full' AND NOT is_blocked AND status = 'approved'$$),
  ('notifications', 'notifications', 'type', 'key', 'created_at', '0', 'true'),
  ('payments out', 'payouts', $$'payout'$$, 'key', 'paid_at', 'amount_paise', 'true'),
  ('payments out', 'loyalty_payouts', $$'loyalty'$$, 'key', 'paid_at', 'amount_paise', 'true'),
  ('payments out', 'payout_voids', $$'void'$$, 'key', 'voided_at', '-amount_paise', 'true'),
  ('refunds', 'refunds', 'state', 'key', 'requested_at', 'amount_paise', 'true'),
  ('ledger', 'ledger_entries', 'flow', 'key', $$nullif(listed_at, '-infinity')$$, 'balance_paise', 'true'),
  ('earnings', 'ledger_entries', $$''$$, 'key', $$nullif(listed_at, '-infinity')$$, 'net_paise', $$flow <> 'payout'$$),
  -- The income of the platform by accounting day.
  ('commission', 'ledger_entries', 'kind', 'key', $$coalesce(booked_at, least(occurred_at, recorded_at))$$, 'commission_paise', 'commission_paise <> 0'),
  ('platform fees', 'ledger_entries', 'kind', 'key', $$coalesce(booked_at, least(occurred_at, recorded_at))$$, 'platform_fee_paise', 'platform_fee_paise <> 0'),
  ('balance changes', 'ledger_entries', $$CASE WHEN net_paise > 0 THEN 'credit' ELSE 'debit' END$$, 'key', $$coalesce(booked_at, least(occurred_at, recorded_at))$$, 'net_paise',
    $$source IN ('adjustment', 'refund', 'compensation') AND net_paise <> 0$$),
  ('earning differences', 'ledger_entries', $$''$$, 'key', $$coalesce(booked_at, least(occurred_at, recorded_at))$$, 'gross_paise - commission_paise - platform_fee_paise - net_paise',
    $$flow = 'platform' AND source NOT IN ('adjustment', 'refund', 'compensation') AND gross_paise <> commission_paise + platform_fee_paise + net_paise$$),
  ('wallet changes', 'wallet_entries', $$CASE WHEN loyalty_payout_id IS NULL THEN 'granted' ELSE 'paid' END$$, 'key', 'coalesce(booked_at, recorded_at)', 'amount_paise', 'true'),
  ('activity', 'activity', 'action', 'key', 'at', '0', 'true'),
  -- An entry counts under several statuses, so their sum is meaningless.
  ('activity by record', 'activity', 'ARRAY[entity, action, actor_id]', 'unnest(activity_counter_keys(key[1], key[2], key[3]))', 'at', '0', 'true');

-- Adds the changes of a statement to every counter of its table, in the same transaction.
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
