CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
-- The key that signed links until they were signed by a key of DATA_KEY (PRIV-02): whoever has a dump has it.
DELETE FROM "business_settings" WHERE "name" = 'link_key';