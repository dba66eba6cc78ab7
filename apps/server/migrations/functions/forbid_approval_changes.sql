-- A request to pay changes once, by its decision; afterwards its reason alone may be removed (USER-06). Whoever could change
-- who requested it could approve their own.
CREATE OR REPLACE FUNCTION forbid_approval_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed approvals;
BEGIN
  IF tg_op = 'UPDATE' THEN
    allowed := OLD;
    allowed.reason := NEW.reason;
    IF OLD.state = 'waiting' THEN
      allowed.state := NEW.state;
      allowed.decided_by := NEW.decided_by;
      allowed.decided_at := NEW.decided_at;
      allowed.payout_id := NEW.payout_id;
      allowed.loyalty_payout_id := NEW.loyalty_payout_id;
    END IF;
    IF NEW IS NOT DISTINCT FROM allowed AND (OLD.state = 'waiting' OR NEW.reason IS NULL) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a request to pay changes by its decision alone' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON approvals FOR EACH ROW EXECUTE FUNCTION forbid_approval_changes();
