-- Permits changes only to the approval, file and end of a payment run. Payees and amounts stay as approved (BANK-01).
CREATE OR REPLACE FUNCTION forbid_payment_run_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed payment_runs;
BEGIN
  IF tg_op = 'UPDATE' THEN
    allowed := OLD;
    IF current_setting('wayside.reencrypts', true) = 'on' THEN allowed.debit_account := NEW.debit_account; END IF;
    IF (OLD.state, NEW.state) IN (('waiting', 'ready'), ('waiting', 'cancelled'), ('waiting', 'rejected'), ('waiting', 'lapsed'),
        ('ready', 'sent'), ('ready', 'cancelled'), ('sent', 'finished')) THEN
      allowed.state := NEW.state;
      IF NEW.state = 'ready' THEN
        -- Four-eyes principle: the approver must not be the person who created the run (OWN-05).
        IF (NEW.approved_by <> OLD.created_by AND NEW.approved_at IS NOT NULL) IS NOT TRUE THEN
          RAISE EXCEPTION 'the person who made a payment run must not approve it' USING ERRCODE = 'restrict_violation';
        END IF;
        allowed.approved_by := NEW.approved_by;
        allowed.approved_at := NEW.approved_at;
      ELSIF NEW.state = 'sent' THEN
        allowed.sent_by := NEW.sent_by;
        allowed.sent_at := NEW.sent_at;
        allowed.file_name := NEW.file_name;
        allowed.file_hash := NEW.file_hash;
      ELSE
        allowed.ended_by := NEW.ended_by;
        allowed.ended_at := NEW.ended_at;
        allowed.reason := NEW.reason;
      END IF;
    END IF;
    IF NEW IS NOT DISTINCT FROM allowed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'only its states may change in a payment run' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON payment_runs FOR EACH ROW EXECUTE FUNCTION forbid_payment_run_changes();
