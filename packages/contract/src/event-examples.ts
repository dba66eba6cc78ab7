import type { EventType } from './event-types.ts';
import type { Event } from './events.ts';

/** The time of the changes in the examples. */
export const EXAMPLE_TIME = '2026-11-05T03:35:00.000Z';

const CUSTOMER = '65f000000000000000000001';
const MECHANIC = '65f000000000000000000002';
const PAYOUT = '65f000000000000000000003';
const SERVICE = '65f000000000000000000004';
const RECORD = '65f000000000000000000005';

const LOYALTY = { wallet_amount: 0, amount: 250.5, transaction_id: 'LOYALTY-1' };
const PAID = { entity: 'payout', id: PAYOUT, mechanicId: MECHANIC, transactionId: 'UTR-1', amount: 1000 };
const PAYMENT = { ...PAID, paymentMethod: 'bank_transfer', payoutDate: EXAMPLE_TIME };
const customer = { entity: 'user', id: CUSTOMER };
const mechanic = { entity: 'mechanic', id: MECHANIC };
const recordRef = (entity: string) => ({ entity, id: RECORD });
const REFUND_PAYLOAD = { paymentId: PAYOUT, kind: 'part', amount: 250.5 };
const DISPUTED = { paymentId: PAYOUT, amount: 500, dueAt: '2026-11-20T18:29:59.999Z' };

const DATA: Readonly<Record<EventType, Readonly<Record<string, unknown>>>> = {
  'user.blocked': { ...customer, isBlocked: true },
  'user.unblocked': { ...customer, isBlocked: false },
  'user.deleted': customer,
  'user.loyalty_paid': { ...customer, ...LOYALTY },
  'mechanic.approved': { ...mechanic, status: 'approve' },
  'mechanic.rejected': { ...mechanic, status: 'rejected', remarks: 'The photo of the shop is missing' },
  'mechanic.resubmission_requested': {
    ...mechanic,
    status: 'resendforverification',
    remarks: 'The card cannot be read',
  },
  'mechanic.blocked': { ...mechanic, isBlocked: true },
  'mechanic.unblocked': { ...mechanic, isBlocked: false },
  'mechanic.expert_changed': { ...mechanic, isexpert: true },
  'mechanic.deleted': mechanic,
  'mechanic.loyalty_paid': { ...mechanic, ...LOYALTY, transaction_id: 'LOYALTY-2' },
  'payout.created': PAYMENT,
  'payout.voided': { ...PAYMENT, voidedAt: EXAMPLE_TIME },
  'refund.requested': { ...recordRef('refund'), ...REFUND_PAYLOAD },
  'refund.cancelled': { ...recordRef('refund'), ...REFUND_PAYLOAD },
  'refund.confirmed': { ...recordRef('refund'), ...REFUND_PAYLOAD },
  'dispute.opened': { ...recordRef('dispute'), ...DISPUTED },
  'dispute.lost': { ...recordRef('dispute'), ...DISPUTED, returned: 500 },
  'dispute.won': { ...recordRef('dispute'), ...DISPUTED },
  'booking.assign_requested': { ...recordRef('booking'), mechanicid: MECHANIC },
  'booking.cancel_requested': { ...recordRef('booking'), reason: 'The customer has driven on' },
  'service.created': {
    entity: 'service',
    id: SERVICE,
    servicename: 'Oil change',
    vehicle_type: 'bike',
    createdAt: EXAMPLE_TIME,
  },
  'service.updated': { entity: 'service', id: SERVICE, servicename: 'Oil and filter' },
  'service.deleted': { entity: 'service', id: SERVICE },
  'part.created': { ...recordRef('part'), serviceId: SERVICE, partname: 'Filter', amount: 349.5 },
  'part.updated': { ...recordRef('part'), amount: 299 },
  'part.deleted': recordRef('part'),
  'sos_service.created': { ...recordRef('sos_service'), servicename: 'Towing', vehicle_type: 'car', price: 1499.5 },
  'sos_service.updated': { ...recordRef('sos_service'), price: 1600 },
  'sos_service.deleted': recordRef('sos_service'),
  'slot.created': { ...recordRef('slot'), starttime: '09:00', endtime: '10:00', no_of_hour: '1 hour' },
  'slot.updated': { ...recordRef('slot'), endtime: '10:30', no_of_hour: '1.5 hours' },
  'slot.deleted': recordRef('slot'),
  'vehicle_model.created': {
    ...recordRef('vehicle_model'),
    companyname: 'Tata',
    image: 'https://images.example.in/tata.png',
    createdAt: EXAMPLE_TIME,
  },
  'vehicle_model.updated': { ...recordRef('vehicle_model'), image: null },
  'vehicle_model.deleted': recordRef('vehicle_model'),
  'configuration.updated': { ...recordRef('configuration'), platform_fee: 59, commision_percentage: 12.5 },
  'notification.created': {
    ...recordRef('notification'),
    message: 'Your mechanic is near',
    type: 'user',
    user_id: CUSTOMER,
    mechanicid: null,
  },
};

/** An event of each type as a receiver gets it. The tests create each event for which an action exists (HOOK-01). */
export const eventExamples = Object.fromEntries(
  Object.entries(DATA).map(([type, data]) => [
    type,
    { id: 'evt_65f000000000000000000009', type, timestamp: EXAMPLE_TIME, data },
  ]),
) as Readonly<Record<EventType, Event>>;
