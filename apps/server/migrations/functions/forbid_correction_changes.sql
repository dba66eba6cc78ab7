-- Makes voids and adjustments immutable, except that their reason may be removed (PAYO-11, USER-06). The comparison
-- ignores the generated column, which has no value yet in a BEFORE trigger.
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
