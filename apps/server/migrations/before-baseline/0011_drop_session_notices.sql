-- Sessions are read at each call: nobody listens for changes of them, and NOTIFY makes commits wait for each other.
DROP TRIGGER tell_changed ON sessions;
--> statement-breakpoint
DROP TRIGGER tell_emptied ON sessions;
--> statement-breakpoint
DROP TRIGGER tell_changed ON admins;
--> statement-breakpoint
DROP FUNCTION tell_sessions_changed();
