CREATE OR REPLACE FUNCTION business_time_zone() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT value FROM business_settings WHERE name = 'time_zone'), 'Asia/Kolkata')
$$;
