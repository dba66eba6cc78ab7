-- Returns the hash of a ledger entry. It covers all appended columns; the other columns are computed from them. An
-- entry without `booked_at` has the same hash as in earlier versions.
CREATE OR REPLACE FUNCTION ledger_entry_hash(entry ledger_entries) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(json_build_array(
    entry.id, entry.kind, entry.flow, entry.source, entry.source_id, entry.revision, entry.mechanic_id, entry.booking_id, entry.payment_id,
    entry.method, entry.gross_paise, entry.commission_paise, entry.platform_fee_paise, entry.net_paise, entry.paid_out_paise,
    entry.commission_percent, entry.bears_fee, extract(epoch FROM entry.occurred_at), extract(epoch FROM entry.recorded_at))::text
    || coalesce(extract(epoch FROM entry.booked_at)::text, ''), 'UTF8'))
$$;
