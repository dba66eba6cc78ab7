-- Returns the hash of an activity entry. The hash covers a salted hash of the note instead of the note itself, so the
-- note of an erased person can be removed without breaking the chain. An entry without a request id has the same hash
-- as before request ids were stored: the JSON array ends with a bracket, so only the request id can follow it. The
-- seals follow on a new line; entries from releases without seals have none.
CREATE OR REPLACE FUNCTION activity_hash(entry activity) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(json_build_array(
    entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), entry.actor_id, entry.actor_email, entry.address,
    entry.action, entry.entity, entry.entity_id, entry.changes, encode(entry.note_hash, 'hex'))::text || coalesce(entry.request_id, '') || coalesce(chr(10) || entry.seals::text, ''), 'UTF8'))
$$;
