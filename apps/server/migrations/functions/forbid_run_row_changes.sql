-- Permits only the state changes of a payment run row that the table in docs/money.md lists (BANK-04).
CREATE OR REPLACE FUNCTION forbid_run_row_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed payment_run_rows;
BEGIN
  IF tg_op = 'UPDATE' THEN
    allowed := OLD;
    IF (OLD.state, NEW.state) IN (('reserved', 'sent'), ('reserved', 'removed'), ('sent', 'paid'), ('sent', 'failed'), ('sent', 'reversed'),
        ('failed', 'paid'), ('paid', 'reversed')) THEN
      allowed.state := NEW.state;
      allowed.changed_at := NEW.changed_at;
      allowed.reason := NEW.reason;
      IF NEW.state = 'paid' THEN
        allowed.payout_id := NEW.payout_id;
        allowed.transaction_id := NEW.transaction_id;
      END IF;
    ELSIF NEW.reason IS NULL THEN
      allowed.reason := NULL;
    END IF;
    IF NEW IS NOT DISTINCT FROM allowed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'an amount of only its states may change in a payment run' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON payment_run_rows FOR EACH ROW EXECUTE FUNCTION forbid_run_row_changes();
