-- A void or an adjustment is immutable except for its reason, which may be removed (PAYO-11, USER-06). A computed column has no value yet.
CREATE OR REPLACE FUNCTION forbid_correction_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND NEW.reason IS NULL AND to_jsonb(NEW) - '{reason,listed_at}'::text[] = to_jsonb(OLD) - '{reason,listed_at}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', tg_table_name USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON payout_voids FOR EACH ROW EXECUTE FUNCTION forbid_correction_changes();
CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION forbid_correction_changes();
