-- Limits the total of requested refunds, confirmed refunds and lost disputes to the amount paid (REFD-01). The lock
-- on the payment serialises concurrent transactions. If the amount of the payment decreases later, existing refunds
-- remain and new ones are rejected.
CREATE OR REPLACE FUNCTION limit_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint;
  returned bigint;
BEGIN
  IF refund_claim(NEW.state, NEW.amount_paise, NEW.returned_paise) = 0
    OR tg_op = 'UPDATE' AND refund_claim(NEW.state, NEW.amount_paise, NEW.returned_paise) <= refund_claim(OLD.state, OLD.amount_paise, OLD.returned_paise) THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(amount_paise, 0) INTO paid FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  SELECT sum(refund_claim(state, amount_paise, returned_paise)) INTO returned FROM refunds WHERE payment_id = NEW.payment_id;
  IF returned > paid THEN
    RAISE EXCEPTION 'the returned amount would exceed the payment' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER limit_refunds AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION limit_refunds();
