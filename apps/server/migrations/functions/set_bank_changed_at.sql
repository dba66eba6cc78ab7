-- Records when existing bank details of a mechanic change. Re-encryption does not count as a change, and neither does
-- an import of unchanged values, which writes their stored form again.
CREATE OR REPLACE FUNCTION set_bank_changed_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.bank_changed_at := now();
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER set_bank_changed_at BEFORE UPDATE ON mechanics FOR EACH ROW
  WHEN (num_nonnulls(OLD.bank_account_holder, OLD.bank_name, OLD.bank_account_number, OLD.bank_ifsc_code, OLD.bank_upi_id) > 0
    AND (OLD.bank_account_holder, OLD.bank_name, OLD.bank_account_number, OLD.bank_ifsc_code, OLD.bank_upi_id)
      IS DISTINCT FROM (NEW.bank_account_holder, NEW.bank_name, NEW.bank_account_number, NEW.bank_ifsc_code, NEW.bank_upi_id)
    AND coalesce(current_setting('wayside.reencrypts', true), '') <> 'on')
  EXECUTE FUNCTION set_bank_changed_at();
