-- Makes the file of a payment run immutable. Only a change of the data key may re-encrypt it (BANK-02, PRIV-01).
CREATE OR REPLACE FUNCTION forbid_file_part_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed payment_run_file_parts;
BEGIN
  IF tg_op = 'UPDATE' AND current_setting('wayside.reencrypts', true) = 'on' THEN
    allowed := OLD;
    allowed.content := NEW.content;
    IF NEW IS NOT DISTINCT FROM allowed THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the file of a payment run is immutable' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON payment_run_file_parts FOR EACH ROW EXECUTE FUNCTION forbid_file_part_changes();
