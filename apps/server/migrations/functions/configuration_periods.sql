-- The value of each configuration column for each period, as an administrator saved it or a source last changed it.
-- The first value from a source also applies to the time before it (PAYO-08).
DROP VIEW IF EXISTS configuration_periods;
CREATE VIEW configuration_periods AS
  WITH stated AS (
    SELECT field.key AS field, v.in_force_from, v.number, field.value, v.is_from_source,
      CASE WHEN v.is_from_source THEN row_number() OVER by_source = 1 OR lag(field.value) OVER by_source IS DISTINCT FROM field.value
        ELSE field.key = ANY (v.changed) END AS is_change,
      v.is_from_source AND row_number() OVER by_source = 1 AS is_first
    FROM configuration_versions AS v CROSS JOIN LATERAL jsonb_each(v.content) AS field
    WINDOW by_source AS (PARTITION BY field.key, v.is_from_source ORDER BY v.in_force_from, v.number)),
  changes AS (
    SELECT DISTINCT ON (field, in_force_from) field, in_force_from, value FROM (
      SELECT field, in_force_from, number, value FROM stated WHERE is_change
      UNION ALL SELECT field, '-infinity', 0, value FROM stated WHERE is_first) AS points
    ORDER BY field, in_force_from, number DESC)
  SELECT field, in_force_from, lead(in_force_from, 1, 'infinity') OVER (PARTITION BY field ORDER BY in_force_from) AS in_force_until, value
  FROM changes;
