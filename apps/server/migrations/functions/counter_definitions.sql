-- One row per counter: the table that it counts, and SQL over a row of it: the status, the date, the amount in paise, and
-- the condition under which the row counts.
DROP VIEW IF EXISTS counter_definitions;
CREATE VIEW counter_definitions (name, source, status, counted_at, amount_paise, condition) AS VALUES
  ('bookings', 'bookings', 'status', 'created_at', '0', $$record_state = 'full'$$),
  -- A booking counts under each of its keys: the sum of all statuses is meaningless.
  ('bookings by kind', 'bookings', 'unnest(booking_counter_keys(status, kind, mechanic_id IS NULL))', 'created_at', '0', $$record_state = 'full'$$),
  ('payments', 'payments', 'status', $$nullif(occurred_at, '-infinity')$$, 'amount_paise', $$record_state = 'full'$$),
  -- A payment counts under each of its keys: the sum of all statuses is meaningless.
  ('payments by method', 'payments', 'unnest(payment_counter_keys(status, method))', $$nullif(occurred_at, '-infinity')$$, '0', $$record_state = 'full'$$),
  -- Days stand for amounts (amount_day), noon for the whole of a day.
  ('payments by amount', 'payments', 'status', $$(amount_day(coalesce(amount_paise, -100000000)) + time '12:00') AT TIME ZONE (SELECT business_time_zone())$$, '0', $$record_state = 'full'$$),
  ('users', 'users', $$''$$, 'created_at', '0', $$record_state = 'full'$$),
  ('active users', 'users', $$''$$, 'created_at', '0', $$record_state = 'full' AND NOT is_blocked$$),
  ('users by wallet', 'users', $$''$$, $$(amount_day(coalesce(wallet_paise, -100000000)) + time '12:00') AT TIME ZONE (SELECT business_time_zone())$$, '0', $$record_state = 'full'$$),
  ('mechanics', 'mechanics', 'status', 'created_at', '0', $$record_state = 'full'$$),
  ('mechanics by wallet', 'mechanics', 'status', $$(amount_day(coalesce(wallet_paise, -100000000)) + time '12:00') AT TIME ZONE (SELECT business_time_zone())$$, '0', $$record_state = 'full'$$),
  ('active mechanics', 'mechanics', $$''$$, 'created_at', '0', $$record_state = 'full' AND NOT is_blocked AND status = 'approved'$$),
  ('notifications', 'notifications', 'type', 'created_at', '0', 'true'),
  ('payments out', 'payouts', $$'payout'$$, 'paid_at', 'amount_paise', 'true'),
  ('payments out', 'loyalty_payouts', $$'loyalty'$$, 'paid_at', 'amount_paise', 'true'),
  ('payments out', 'payout_voids', $$'void'$$, 'voided_at', '-amount_paise', 'true'),
  ('ledger', 'ledger_entries', 'flow', $$nullif(listed_at, '-infinity')$$, 'balance_paise', 'true'),
  ('earnings', 'ledger_entries', $$''$$, $$nullif(listed_at, '-infinity')$$, 'net_paise', $$flow <> 'payout'$$),
  ('activity', 'activity', 'action', 'at', '0', 'true'),
  -- An entry counts under each of its keys: the sum of all statuses is meaningless.
  ('activity by record', 'activity', 'unnest(activity_counter_keys(entity, action, actor_id))', 'at', '0', 'true');
