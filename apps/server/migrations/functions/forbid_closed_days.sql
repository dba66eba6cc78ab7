-- Rejects new ledger entries in a closed day (CLOS-01). The writer must date such an entry at the first instant of
-- the next open day.
CREATE OR REPLACE FUNCTION forbid_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed CONSTANT timestamptz := closed_until();
  earliest timestamptz;
BEGIN
  IF closed IS NULL THEN RETURN NULL; END IF;
  IF tg_table_name = 'ledger_entries' THEN
    SELECT min(coalesce(booked_at, least(occurred_at, recorded_at))) INTO earliest FROM new_rows;
  ELSE
    SELECT min(coalesce(booked_at, recorded_at)) INTO earliest FROM new_rows;
  END IF;
  IF earliest < closed THEN
    RAISE EXCEPTION 'an entry of % would be in a closed day: days are closed until %', earliest, closed USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER forbid_closed_days AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION forbid_closed_days();
CREATE OR REPLACE TRIGGER forbid_closed_days AFTER INSERT ON wallet_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION forbid_closed_days();
