-- Maintains the start of each phase of an emergency, its timeline, and the outcome of requests to the marketplace.
-- The source's record wins (ROAD-01, ROAD-03, ROAD-05). An emergency that has already ended when it arrives never
-- appears on the desk. If a booking is no longer an emergency or the source has deleted it, its emergency has ended.
-- See the table in docs/roadside.md.
CREATE OR REPLACE FUNCTION record_emergencies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM new_rows WHERE kind = 'emergency') THEN RETURN NULL; END IF;
  ELSE
    IF NOT EXISTS (SELECT FROM new_rows WHERE kind = 'emergency' UNION ALL SELECT FROM old_rows WHERE kind = 'emergency') THEN
      RETURN NULL;
    END IF;

    -- Lock the emergencies: an operator's action that locked them first is earlier in the timeline; any other action
    -- is checked against the new phase.
    PERFORM FROM emergencies AS e JOIN new_rows AS n ON n.id = e.booking_id
    WHERE e.phase <> 'ended' OR emergency_phase(n.kind, n.record_state, n.status) <> 'ended'
    ORDER BY e.booking_id FOR UPDATE OF e;

    WITH added AS (
      INSERT INTO emergency_steps (booking_id, kind, at, mechanic_id)
      SELECT n.id, CASE WHEN p.phase = e.phase THEN 'mechanic_changed' WHEN p.phase = 'ended' AND n.status = 'cancelled' THEN 'cancelled' ELSE p.phase END,
        emergency_instant(n.updated_at, e.phase_since), n.mechanic_id
      FROM new_rows AS n JOIN old_rows AS o USING (id) JOIN emergencies AS e ON e.booking_id = n.id,
        emergency_phase(n.kind, n.record_state, n.status) AS p (phase)
      WHERE p.phase <> e.phase OR p.phase <> 'ended' AND n.mechanic_id IS DISTINCT FROM o.mechanic_id
      ORDER BY n.id RETURNING booking_id, kind)
    UPDATE emergencies AS e SET has_changed = true FROM added AS a JOIN new_rows AS n ON n.id = a.booking_id JOIN old_rows AS o USING (id)
    WHERE e.booking_id = a.booking_id AND (a.kind IN ('cancelled', 'mechanic_changed', 'pending') OR n.mechanic_id <> o.mechanic_id);

    UPDATE emergencies AS e SET cell = c.cell, is_cancelled = c.is_cancelled
    FROM (SELECT id, emergency_cell(record_state, latitude, longitude) AS cell, coalesce(kind = 'emergency' AND status = 'cancelled', false) AS is_cancelled
      FROM new_rows) AS c
    WHERE e.booking_id = c.id AND (e.cell, e.is_cancelled) IS DISTINCT FROM (c.cell, c.is_cancelled);

    -- The source has corrected the time at which the emergency was created.
    UPDATE emergencies AS e SET created_at = c.created, phase_since = CASE WHEN e.phase_since = e.created_at THEN c.created ELSE e.phase_since END
    FROM (SELECT n.id, least(n.created_at, now()) AS created FROM new_rows AS n JOIN old_rows AS o USING (id) WHERE n.created_at <> o.created_at) AS c
    WHERE e.booking_id = c.id;

    UPDATE emergencies AS e SET phase = c.phase, phase_since = c.at,
      accepted_at = CASE WHEN c.phase = 'accepted' THEN c.at WHEN c.phase = 'pending' THEN NULL ELSE e.accepted_at END,
      arrived_at = CASE WHEN c.phase = 'arrived' THEN c.at WHEN c.phase IN ('pending', 'accepted') THEN NULL ELSE e.arrived_at END,
      ended_at = CASE WHEN c.phase = 'ended' THEN c.at END
    FROM (SELECT n.id, p.phase, emergency_instant(n.updated_at, e.phase_since) AS at
      FROM new_rows AS n JOIN emergencies AS e ON e.booking_id = n.id, emergency_phase(n.kind, n.record_state, n.status) AS p (phase)) AS c
    WHERE e.booking_id = c.id AND e.phase <> c.phase;

    WITH decided AS (
      UPDATE emergency_requests AS r SET state = d.state, decided_at = now()
      FROM (SELECT r.id, CASE
          WHEN r.kind = 'assign' AND n.mechanic_id = r.mechanic_id THEN 'confirmed'
          WHEN r.kind = 'cancel' AND n.status = 'cancelled' THEN 'confirmed'
          WHEN r.kind = 'assign' AND n.mechanic_id IS NOT NULL OR phase = 'ended' THEN 'overruled' END AS state
        FROM emergency_requests AS r JOIN new_rows AS n ON n.id = r.booking_id,
          emergency_phase(n.kind, n.record_state, n.status) AS phase
        WHERE r.state = 'waiting') AS d
      WHERE r.id = d.id AND d.state IS NOT NULL RETURNING r.booking_id, r.kind, r.state, r.mechanic_id)
    INSERT INTO emergency_steps (booking_id, kind, at, mechanic_id)
    SELECT booking_id, kind || '_' || state, now(), mechanic_id FROM decided ORDER BY booking_id;

    -- A claim has no purpose once the emergency has ended.
    DELETE FROM emergency_claims AS c USING new_rows AS n
    WHERE c.booking_id = n.id AND emergency_phase(n.kind, n.record_state, n.status) = 'ended';
  END IF;

  WITH added AS (
    INSERT INTO emergencies (booking_id, phase, created_at, phase_since, accepted_at, arrived_at, cell, is_cancelled, has_changed)
    SELECT n.id, phase, created, since, CASE WHEN phase = 'accepted' THEN since END, CASE WHEN phase = 'arrived' THEN since END,
      emergency_cell(n.record_state, n.latitude, n.longitude), false, false
    FROM new_rows AS n, emergency_phase(n.kind, n.record_state, n.status) AS phase,
      LATERAL (SELECT least(coalesce(n.created_at, now()), now()) AS created) AS c,
      LATERAL (SELECT CASE phase WHEN 'pending' THEN created ELSE emergency_instant(n.updated_at, created) END AS since) AS s
    WHERE phase <> 'ended'
    ON CONFLICT (booking_id) DO NOTHING RETURNING booking_id, phase, phase_since)
  INSERT INTO emergency_steps (booking_id, kind, at, mechanic_id)
  SELECT booking_id, phase, phase_since, n.mechanic_id FROM added JOIN new_rows AS n ON n.id = booking_id ORDER BY booking_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER record_emergencies_on_insert AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_emergencies();
CREATE OR REPLACE TRIGGER record_emergencies_on_update AFTER UPDATE ON bookings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_emergencies();
