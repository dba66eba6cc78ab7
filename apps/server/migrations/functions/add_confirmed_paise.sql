-- A node of the previous release posts the difference between the source's value and the sum of its entries, without the confirmed payouts (OWN-04).
-- The entry becomes the difference from the value before. Nothing needs this once no such node runs.
CREATE OR REPLACE FUNCTION add_confirmed_paise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_paise := NEW.amount_paise + coalesce((
    SELECT sum(confirmed_paise) FROM wallet_entries WHERE user_id = NEW.user_id OR mechanic_id = NEW.mechanic_id), 0);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER add_confirmed_paise BEFORE INSERT ON wallet_entries FOR EACH ROW
  WHEN (NEW.kind = 'source_change' AND NEW.confirmed_paise IS NULL) EXECUTE FUNCTION add_confirmed_paise();
