-- Sets the instant whose rates apply to a payment: the payment's date, or now if the date is missing or in the
-- future.
CREATE OR REPLACE FUNCTION set_rated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rated_at := least(coalesce(NEW.transacted_at, NEW.created_at), date_trunc('milliseconds', clock_timestamp()));
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER set_rated_at_on_insert BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION set_rated_at();
CREATE OR REPLACE TRIGGER set_rated_at_on_update BEFORE UPDATE ON payments FOR EACH ROW
  WHEN ((OLD.record_state, OLD.transacted_at, OLD.created_at) IS DISTINCT FROM (NEW.record_state, NEW.transacted_at, NEW.created_at))
  EXECUTE FUNCTION set_rated_at();
