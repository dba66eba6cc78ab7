-- Cleans up after a shift ends: releases the user's claims, withdraws offers to the user and closes their desk
-- (DESK-03).
CREATE OR REPLACE FUNCTION release_claims_of_shift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE emergency_claims SET offered_to = NULL, offered_at = NULL WHERE offered_to IN (SELECT admin_id FROM old_rows);

  WITH released AS (
    DELETE FROM emergency_claims AS c USING old_rows AS o WHERE c.admin_id = o.admin_id RETURNING c.booking_id, c.admin_id)
  INSERT INTO emergency_steps (booking_id, kind, at, admin_id)
  SELECT booking_id, 'released', clock_timestamp(), admin_id FROM released ORDER BY booking_id;

  UPDATE roadside_desks SET closed_at = clock_timestamp() WHERE closed_at IS NULL AND admin_id IN (SELECT admin_id FROM old_rows);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER release_claims_of_shift_on_delete AFTER DELETE ON roadside_shifts REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION release_claims_of_shift();
