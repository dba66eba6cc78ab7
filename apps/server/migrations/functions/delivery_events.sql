-- The event that each delivery carries. A delivery without an event is a test of its endpoint (HOOK-02).
CREATE OR REPLACE VIEW delivery_events AS
SELECT d.id AS delivery_id, coalesce(e.id, 'evt_test_' || d.id) AS event_id, coalesce(e.type, 'webhook.test') AS type,
  coalesce(e.at, d.created_at) AS at,
  coalesce(e.data, jsonb_build_object('entity', 'webhook_endpoint', 'id', d.endpoint_id)) AS data
FROM webhook_deliveries AS d LEFT JOIN events AS e ON e.sequence = d.event_sequence;
