-- Returns the 0.1° grid cell in which an emergency is counted. The last cell includes the upper limit of the range.
-- Returns -1 if the emergency has no location and -2 if the booking is a stub or erased.
CREATE OR REPLACE FUNCTION emergency_cell(record_state text, latitude float8, longitude float8) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN record_state <> 'full' THEN -2 WHEN latitude IS NULL OR longitude IS NULL THEN -1
    ELSE (least(floor(latitude * 10)::int, 899) + 900) * 3600 + least(floor(longitude * 10)::int, 1799) + 1800 END
$$;
