-- Permits only three changes of a payment request: one approval, one decision, and afterwards the removal of its
-- texts (USER-06). Otherwise, a program that can change the requester could approve its own request.
CREATE OR REPLACE FUNCTION forbid_approval_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed approvals;
BEGIN
  IF tg_op = 'UPDATE' THEN
    allowed := OLD;
    IF NEW.note IS NULL THEN allowed.note := NULL; END IF;
    IF OLD.state = 'waiting' OR NEW.reason IS NULL THEN allowed.reason := NEW.reason; END IF;
    IF OLD.state = 'waiting' THEN
      allowed.state := NEW.state;
      allowed.decided_by := NEW.decided_by;
      allowed.decided_at := NEW.decided_at;
      allowed.paid_by := NEW.paid_by;
      allowed.payout_id := NEW.payout_id;
      allowed.loyalty_payout_id := NEW.loyalty_payout_id;
      IF OLD.approved_by IS NULL AND NEW.approved_by IS NOT NULL THEN
        allowed.approved_by := NEW.approved_by;
        allowed.approved_at := NEW.approved_at;
        allowed.lapses_at := NEW.lapses_at;
      END IF;
    END IF;
    IF NEW IS NOT DISTINCT FROM allowed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'only an approval and a decision may change a request to pay' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON approvals FOR EACH ROW EXECUTE FUNCTION forbid_approval_changes();
