-- Makes activity entries append-only, except that the note of an entry may be removed together with its salt.
CREATE OR REPLACE FUNCTION forbid_activity_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  without_note activity;
BEGIN
  IF tg_op = 'UPDATE' THEN
    without_note := OLD;
    without_note.note := NULL;
    without_note.note_salt := NULL;
    IF NEW IS NOT DISTINCT FROM without_note THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'the activity log is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER forbid_changes BEFORE UPDATE OR DELETE ON activity FOR EACH ROW EXECUTE FUNCTION forbid_activity_changes();
CREATE OR REPLACE TRIGGER forbid_truncate BEFORE TRUNCATE ON activity FOR EACH STATEMENT EXECUTE FUNCTION forbid_activity_changes();
