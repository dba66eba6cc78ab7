-- Ensures that a change of an account's code never makes two codes equal, ignoring case (CLOS-02). A unique index is
-- not possible because accounts that already share a code keep it until one of them changes.
CREATE OR REPLACE FUNCTION require_free_account_code() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holder ledger_accounts;
BEGIN
  -- Only one change runs at a time (advisory-locks.ts): if two users choose the same code at once, the second finds
  -- it in use.
  PERFORM pg_advisory_xact_lock(7211014);
  SELECT * INTO holder FROM ledger_accounts WHERE id <> NEW.id AND lower(code) = lower(NEW.code) ORDER BY id LIMIT 1;
  IF FOUND THEN
    RAISE unique_violation USING MESSAGE = format('the code %s is in use', NEW.code),
      CONSTRAINT = 'ledger_accounts_code', DETAIL = holder.name;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER require_free_account_code BEFORE UPDATE OF code ON ledger_accounts FOR EACH ROW
  WHEN (lower(OLD.code) <> lower(NEW.code)) EXECUTE FUNCTION require_free_account_code();
