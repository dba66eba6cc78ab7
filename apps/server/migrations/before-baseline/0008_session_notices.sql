-- Whoever keeps sessions in memory drops them when one ends or changes. One that is made tells nothing.
CREATE FUNCTION tell_sessions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY sessions_changed;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tell_changed AFTER UPDATE OR DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_sessions_changed();
--> statement-breakpoint
CREATE TRIGGER tell_emptied AFTER TRUNCATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION tell_sessions_changed();
--> statement-breakpoint
CREATE TRIGGER tell_changed AFTER UPDATE OR DELETE ON admins FOR EACH ROW EXECUTE FUNCTION tell_sessions_changed();
