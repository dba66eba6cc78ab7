-- Makes payouts that were created in Wayside immutable (OWN-01). An imported payout keeps its id and never becomes a
-- payout created in Wayside. The comparison ignores the generated column, which has no value yet in a BEFORE trigger.
CREATE OR REPLACE FUNCTION forbid_own_payout_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND to_jsonb(NEW) - 'listed_at' = to_jsonb(OLD) - 'listed_at' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a payout made in Wayside is immutable' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'payouts_own';
END
$$;

CREATE OR REPLACE TRIGGER forbid_own_payout_changes BEFORE UPDATE OR DELETE ON payouts FOR EACH ROW
  WHEN (OLD.request_hash IS NOT NULL) EXECUTE FUNCTION forbid_own_payout_changes();
CREATE OR REPLACE TRIGGER forbid_own_payout_claims BEFORE UPDATE ON payouts FOR EACH ROW
  WHEN (OLD.request_hash IS NULL AND (OLD.id <> NEW.id OR NEW.request_hash IS NOT NULL)) EXECUTE FUNCTION forbid_own_payout_changes();
