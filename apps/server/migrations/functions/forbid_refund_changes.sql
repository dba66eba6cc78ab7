-- Permits only the state changes of a refund or dispute that the table in docs/money.md lists. In addition, its texts
-- may be removed, and the due date of an open dispute may be corrected (REFD-01, REFD-03, USER-06).
CREATE OR REPLACE FUNCTION forbid_refund_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed refunds;
BEGIN
  IF tg_op = 'UPDATE' THEN
    allowed := OLD;
    IF NEW.reason IS NULL THEN allowed.reason := NULL; END IF;
    IF NEW.outcome_reason IS NULL THEN allowed.outcome_reason := NULL; END IF;
    -- The linked request takes over the marketplace id of this refund.
    IF NEW.state = 'linked' THEN allowed.source_id := NULL; END IF;
    IF OLD.source_id IS NULL OR (OLD.state, NEW.state) = ('failed', 'confirmed') THEN allowed.source_id := NEW.source_id; END IF;
    IF (OLD.state, NEW.state) = ('open', 'open') THEN allowed.corrected_due_at := NEW.corrected_due_at; END IF;
    IF (OLD.state, NEW.state) IN (('waiting', 'requested'), ('waiting', 'rejected'), ('waiting', 'withdrawn'), ('waiting', 'expired'),
        ('requested', 'confirmed'), ('requested', 'failed'), ('failed', 'confirmed'),
        ('requested', 'cancelled'), ('cancelled', 'confirmed'), ('cancelled', 'failed'), ('confirmed', 'linked'),
        ('open', 'lost'), ('open', 'won')) THEN
      allowed.state := NEW.state;
      allowed.returned_paise := NEW.returned_paise;
      IF NEW.state = 'requested' THEN
        allowed.approved_by := NEW.approved_by;
        allowed.approved_at := NEW.approved_at;
      ELSE
        allowed.decided_by := NEW.decided_by;
        allowed.decided_at := NEW.decided_at;
        allowed.outcome_reason := NEW.outcome_reason;
      END IF;
      IF OLD.state = 'open' THEN allowed.mechanic_percent := NEW.mechanic_percent; END IF;
    END IF;
    -- This generated column has no value yet in a BEFORE trigger.
    allowed.mechanic_paise := NEW.mechanic_paise;
    IF NEW IS NOT DISTINCT FROM allowed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'only its states may change in a refund' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON refunds FOR EACH ROW EXECUTE FUNCTION forbid_refund_changes();
