-- The hash of an entry covers everything but the note, which it covers by its salted hash: the note of an erased person
-- can be removed without breaking the chain. An entry without a request retains the hash from before requests were stored: the
-- list ends with its bracket, so that what follows can only be the request. The seals follow on a line of their own; an entry of a
-- release without them has none.
CREATE OR REPLACE FUNCTION activity_hash(entry activity) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(entry.previous_hash || convert_to(json_build_array(
    entry.id, to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), entry.actor_id, entry.actor_email, entry.address,
    entry.action, entry.entity, entry.entity_id, entry.changes, encode(entry.note_hash, 'hex'))::text || coalesce(entry.request_id, '') || coalesce(chr(10) || entry.seals::text, ''), 'UTF8'))
$$;
