-- Makes the payee, amount and transaction id of a voided payout immutable. If a source changed them, the payout would
-- count again (PAYO-11).
CREATE OR REPLACE FUNCTION forbid_voided_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_voids WHERE payout_id = OLD.id) THEN
    RAISE EXCEPTION 'payee, amount and transaction id of a voided payout are immutable'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'payouts_voided', COLUMN = concat_ws(' ',
        CASE WHEN OLD.mechanic_id IS DISTINCT FROM NEW.mechanic_id THEN 'mechanic_id' END,
        CASE WHEN OLD.amount_paise IS DISTINCT FROM NEW.amount_paise THEN 'amount_paise' END,
        CASE WHEN OLD.transaction_key IS DISTINCT FROM NEW.transaction_key THEN 'transaction_id' END);
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER forbid_voided_changes BEFORE UPDATE ON payouts FOR EACH ROW
  WHEN ((OLD.mechanic_id, OLD.amount_paise, OLD.transaction_key) IS DISTINCT FROM (NEW.mechanic_id, NEW.amount_paise, NEW.transaction_key))
  EXECUTE FUNCTION forbid_voided_changes();
