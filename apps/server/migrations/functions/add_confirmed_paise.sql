-- Corrects wallet entries that a node of the previous release inserts. Such a node ignores confirmed payouts when it
-- computes the difference between the source's value and the sum of the entries (OWN-04). The trigger adds the
-- confirmed payouts, so that the entry is the difference from the previous value. It can be removed once no such node
-- runs.
CREATE OR REPLACE FUNCTION add_confirmed_paise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_paise := NEW.amount_paise + coalesce((
    SELECT sum(confirmed_paise) FROM wallet_entries WHERE user_id = NEW.user_id OR mechanic_id = NEW.mechanic_id), 0);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER add_confirmed_paise BEFORE INSERT ON wallet_entries FOR EACH ROW
  WHEN (NEW.kind = 'source_change' AND NEW.confirmed_paise IS NULL) EXECUTE FUNCTION add_confirmed_paise();
