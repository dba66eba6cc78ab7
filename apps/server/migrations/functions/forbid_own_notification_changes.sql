-- Makes the text and recipient of a notification that was created in Wayside immutable (OWN-01). The activity log
-- identifies these notifications. The delivery state may change, and an administrator or an erasure may delete the
-- notification.
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
