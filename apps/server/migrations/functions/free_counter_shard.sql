-- Returns a shard that no other open transaction uses, so that writers neither block each other nor deadlock.
CREATE OR REPLACE FUNCTION free_counter_shard() RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  lock_class CONSTANT int := 72110;
  last_shard CONSTANT int := 63;
BEGIN
  FOR shard IN 0..last_shard LOOP
    IF pg_try_advisory_xact_lock(lock_class, shard) THEN RETURN shard; END IF;
  END LOOP;
  PERFORM pg_advisory_xact_lock(lock_class, last_shard);
  RETURN last_shard;
END
$$;
