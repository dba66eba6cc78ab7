CREATE OR REPLACE FUNCTION note_hash(salt bytea, note text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(salt || convert_to(note, 'UTF8'))
$$;
