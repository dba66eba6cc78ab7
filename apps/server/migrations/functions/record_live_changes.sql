-- Logs the ids of the records that a statement changed, for the screens that show them (LIVE-01). The trigger
-- arguments are the name of the entity and a SQL expression for its id.
CREATE OR REPLACE FUNCTION record_live_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($query$
    INSERT INTO live_changes (entity, ids)
    SELECT %L, CASE WHEN count(*) <= 1000 THEN array_agg(DISTINCT id) END
    FROM (SELECT %s AS id FROM %s LIMIT 1001) AS changed WHERE id IS NOT NULL HAVING count(*) > 0
  $query$, tg_argv[0], tg_argv[1], CASE tg_op WHEN 'DELETE' THEN 'old_rows' ELSE 'new_rows' END);
  RETURN NULL;
END
$$;

DO $block$
DECLARE
  definition record;
  event text;
BEGIN
  FOR definition IN SELECT * FROM (VALUES
    ('bookings', 'booking', 'id'), ('payments', 'payment', 'id'), ('payouts', 'payout', 'id'), ('loyalty_payouts', 'loyalty_payout', 'id'),
    ('payout_voids', 'payout', 'coalesce(payout_id, loyalty_payout_id)'), ('earnings', 'earning', 'id'),
    ('users', 'user', 'id'), ('mechanics', 'mechanic', 'id'), ('mechanic_balances', 'balance', 'mechanic_id'),
    ('services', 'service', 'id'), ('parts', 'part', 'id'), ('sos_services', 'sos_service', 'id'), ('slots', 'slot', 'id'),
    ('vehicle_models', 'vehicle_model', 'id'), ('notifications', 'notification', 'id'), ('activity', 'activity', 'id::text'),
    ('configurations', 'configuration', 'id'), ('webhook_endpoints', 'webhook_endpoint', 'id'),
    ('approvals', 'approval', 'id'), ('refunds', 'refund', 'id'), ('approval_settings', 'approval_settings', 'only_row::text'),
    ('saved_views', 'saved_view', 'id'), ('ledger_accounts', 'ledger_account', 'id'),
    ('payment_runs', 'payment_run', 'id'), ('payment_run_rows', 'payment_run', 'run_id'), ('bank_answers', 'bank_answer', 'id'), ('settlement_files', 'settlement_file', 'id'), ('settlement_lines', 'settlement_line', 'id::text'), ('closes', 'close', 'day::text'),
    ('calls', 'call', 'id'),
    ('notes', 'note', 'coalesce(booking_id, user_id, mechanic_id)'),
    ('emergencies', 'emergency', 'booking_id'), ('emergency_claims', 'emergency', 'booking_id'), ('emergency_requests', 'emergency', 'booking_id'),
    ('roadside_settings', 'roadside_settings', 'only_row::text'), ('roadside_shifts', 'roadside_desk', 'admin_id'),
    ('configuration_versions', 'configuration', $$content ->> 'id'$$)
  ) AS definitions (source, entity, id) LOOP
    FOREACH event IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
      EXECUTE format(
        'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION record_live_changes(%L, %L)',
        'record_live_changes_on_' || event, event, definition.source,
        CASE event WHEN 'delete' THEN 'OLD TABLE AS old_rows' ELSE 'NEW TABLE AS new_rows' END,
        definition.entity, definition.id);
    END LOOP;
  END LOOP;
END
$block$;
