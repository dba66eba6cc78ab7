-- Queues payments whose settlement lines must be matched again (RECON-02).
CREATE OR REPLACE FUNCTION add_settlement_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := 'SELECT id, booking_id, amount_paise, method, status, transaction_id, record_state, occurred_at FROM %s';
BEGIN
  EXECUTE format($query$
    INSERT INTO settlement_changes (payment_ids) SELECT array_agg(DISTINCT id) FROM (%s) AS changed HAVING count(*) > 0
  $query$, CASE tg_op
    WHEN 'INSERT' THEN format(changed, 'new_rows')
    WHEN 'DELETE' THEN format(changed, 'old_rows')
    ELSE format('(%1$s EXCEPT %2$s) UNION ALL (%2$s EXCEPT %1$s)', format(changed, 'old_rows'), format(changed, 'new_rows'))
  END);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER add_settlement_changes_on_insert AFTER INSERT ON payments
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_settlement_changes();
CREATE OR REPLACE TRIGGER add_settlement_changes_on_update AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_settlement_changes();
CREATE OR REPLACE TRIGGER add_settlement_changes_on_delete AFTER DELETE ON payments
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_settlement_changes();
