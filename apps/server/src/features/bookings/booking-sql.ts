import { personJson } from '../../db/person-json.ts';

const CHARGES = `json_build_object(
  'platformFeePaise', b.platform_fee_paise, 'mechanicChargePaise', b.mechanic_charge_paise, 'serviceCostPaise', b.service_cost_paise,
  'pricePerKmPaise', b.price_per_km_paise, 'additionalServiceCostPaise', b.additional_service_cost_paise)`;

/** A booking as the contract's domain record, in JSON, from `b` with its customer `c` and mechanic `m`. */
export const BOOKING_JSON = `json_build_object(
  'id', b.id, 'kind', b.kind, 'status', b.status, 'paymentStatus', b.payment_status, 'services', b.services, 'problem', b.problem,
  'scheduledAt', iso_instant(b.scheduled_at), 'createdAt', iso_instant(b.created_at), 'updatedAt', iso_instant(b.updated_at),
  'location', CASE WHEN b.latitude IS NULL OR b.longitude IS NULL THEN NULL
    ELSE json_build_object('latitude', b.latitude, 'longitude', b.longitude) END,
  'rating', b.rating,
  'customer', ${personJson('c')},
  'mechanic', ${personJson('m')},
  'amounts', json_build_object('totalPaise', b.total_paise, 'paidPaise', b.paid_paise, 'duePaise', b.due_paise, 'discountPaise', b.discount_paise),
  'serviceCharges', CASE WHEN b.kind IS DISTINCT FROM 'emergency' THEN ${CHARGES} END,
  'emergencyCharges', CASE WHEN b.kind = 'emergency' THEN ${CHARGES} END)`;
