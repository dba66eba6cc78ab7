-- A notification that was made in Wayside keeps its text and its recipient (OWN-01). The activity log lists the notifications sent from Wayside. The
-- state of the delivery changes, and an administrator or an erasure deletes them.
CREATE OR REPLACE FUNCTION forbid_own_notification_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM activity WHERE entity_id = OLD.id AND entity = 'notification' AND action = 'sent') THEN
    RAISE EXCEPTION 'a notification made in Wayside is immutable'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'notifications_own';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER forbid_own_notification_changes BEFORE UPDATE ON notifications FOR EACH ROW
  WHEN ((OLD.id, OLD.message, OLD.type, OLD.user_id, OLD.mechanic_id, OLD.created_at) IS DISTINCT FROM
    (NEW.id, NEW.message, NEW.type, NEW.user_id, NEW.mechanic_id, NEW.created_at))
  EXECUTE FUNCTION forbid_own_notification_changes();
