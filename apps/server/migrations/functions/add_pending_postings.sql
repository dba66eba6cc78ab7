-- Queues the records whose ledger entries are affected by a change. The trigger arguments are SQL expressions over a
-- row: the ids to post, the columns that affect entries, and a condition that selects the relevant rows.
CREATE OR REPLACE FUNCTION add_pending_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rows_of text := format('SELECT ARRAY[%s] AS ids, %s FROM %%s WHERE %s', tg_argv[0], tg_argv[1], tg_argv[2]);
  before text := format(rows_of, 'old_rows');
  after text := format(rows_of, 'new_rows');
BEGIN
  EXECUTE format($query$
    INSERT INTO pending_postings (record_ids)
    SELECT array_agg(DISTINCT id) FROM (SELECT unnest(ids) AS id FROM (%s) AS changed) AS affected
    WHERE id IS NOT NULL HAVING count(*) > 0
  $query$, CASE tg_op
    WHEN 'INSERT' THEN after
    WHEN 'DELETE' THEN before
    ELSE format('(%s EXCEPT %s) UNION ALL (%s EXCEPT %s)', before, after, after, before)
  END);
  RETURN NULL;
END
$$;

DO $block$
DECLARE
  definition record;
  event text;
BEGIN
  FOR definition IN SELECT * FROM (VALUES
    -- The payments of a booking are posted together because one of them bears its fee. An unpaid payment may carry an
    -- earnings row.
    ('payments', '{insert,update,delete}', 'coalesce(booking_id, id)',
      'id, mechanic_id, amount_paise, method, status, transacted_at, created_at', $$record_state = 'full'$$),
    -- A new booking has no payments: payments that arrived earlier refer to its stub.
    ('bookings', '{update,delete}', 'id',
      $$mechanic_id, status IS NOT DISTINCT FROM 'cancelled', platform_fee_paise, payment_status, total_paise, paid_paise$$, $$record_state <> 'stub'$$),
    ('earnings', '{insert,update,delete}', 'id, booking_id, payment_id',
      'mechanic_id, method, gross_paise, commission_paise, platform_fee_paise, net_paise, transacted_at', 'true'),
    ('payouts', '{insert,update,delete}', 'id', 'mechanic_id, amount_paise, method, paid_at', 'true'),
    -- These tables are append-only. The void of a payout reverses the payout's ledger entry.
    ('payout_voids', '{insert}', 'payout_id', 'id', 'true'),
    ('adjustments', '{insert}', 'id', 'amount_paise', 'true'),
    -- The refunded amount determines how much of the earning from the payment the mechanic keeps.
    ('refunds', '{insert,update}', 'id, payment_id', 'state, returned_paise, mechanic_percent', $$state IN ('confirmed', 'lost')$$)
  ) AS definitions (source, events, ids, depends_on, condition) LOOP
    FOREACH event IN ARRAY definition.events::text[] LOOP
      EXECUTE format(
        'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION add_pending_postings(%L, %L, %L)',
        'add_pending_postings_on_' || event, event, definition.source,
        CASE event WHEN 'insert' THEN 'NEW TABLE AS new_rows' WHEN 'delete' THEN 'OLD TABLE AS old_rows'
          ELSE 'OLD TABLE AS old_rows NEW TABLE AS new_rows' END,
        definition.ids, definition.depends_on, definition.condition);
    END LOOP;
  END LOOP;
END
$block$;
