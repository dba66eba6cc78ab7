-- Numbers a new entry and chains it to the previous one.
CREATE OR REPLACE FUNCTION chain_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head activity_head;
BEGIN
  SELECT * INTO STRICT head FROM activity_head FOR UPDATE;
  NEW.id := head.id + 1;
  NEW.previous_hash := head.hash;
  NEW.note_salt := CASE WHEN NEW.note IS NOT NULL THEN uuid_send(gen_random_uuid()) END;
  NEW.note_hash := note_hash(NEW.note_salt, NEW.note);
  NEW.hash := activity_hash(NEW);
  UPDATE activity_head SET id = NEW.id, hash = NEW.hash;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER chain_activity BEFORE INSERT ON activity FOR EACH ROW EXECUTE FUNCTION chain_activity();
