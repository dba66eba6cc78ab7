-- Records for the other desks that a desk was opened, closed, muted or unmuted (LIVE-01). Heartbeats of an open desk
-- are not changes.
CREATE OR REPLACE FUNCTION record_desk_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_changes (entity, ids) VALUES ('roadside_desk', ARRAY[NEW.admin_id]);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER record_desk_changes_on_insert AFTER INSERT ON roadside_desks FOR EACH ROW EXECUTE FUNCTION record_desk_changes();
CREATE OR REPLACE TRIGGER record_desk_changes_on_update AFTER UPDATE ON roadside_desks FOR EACH ROW
  WHEN ((OLD.closed_at IS NULL, OLD.muted_until) IS DISTINCT FROM (NEW.closed_at IS NULL, NEW.muted_until)
    OR NEW.seen_at > OLD.seen_at + interval '90 seconds')
  EXECUTE FUNCTION record_desk_changes();
