import { NOTIFICATION_TYPES, type Notification, notification } from '@wayside/contract/notifications';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import type { DemoPlan } from './demo-plan.ts';
import { userRef } from './demo-users.ts';
import type { MechanicPool } from './mechanic-pool.ts';
import { Random, recordIdAt } from './random.ts';

const MESSAGES: Readonly<Record<(typeof NOTIFICATION_TYPES)[number], readonly string[]>> = {
  booking: ['A mechanic has accepted your booking.', 'Your mechanic has arrived.', 'Your booking is complete.'],
  promotion: ['Flat ₹150 off on car service this weekend!', 'Diwali offer: 12.5% off on all services 🎉'],
  payment: ['We have received your payment of ₹1,248.50.', 'Your payment could not be completed.'],
  reminder: ['Your vehicle is due for service this month.', 'Do not forget your appointment tomorrow at 10 AM.'],
  general: ['We now serve Kochi and Coimbatore.', 'Thank you for being with us.'],
  system: ['The app will be under maintenance on Sunday from 2 AM to 4 AM.'],
  all: ['Heavy rain is expected. Please drive carefully.', 'सुरक्षित चलें, हेलमेट पहनें।'],
  user: ['Your referral bonus has been added to your wallet.', 'Please rate your last service.'],
  mechanic: ['Please upload a clearer photo of your documents.', 'Your payout has been processed.'],
};

const LONG_MESSAGE = 'Dear customer, please note the changed opening hours of our partner workshops. '
  .repeat(12)
  .trim();
const MIN = 45;
const MAX = 5000;
const BOOKINGS_PER_NOTIFICATION = 25;

/** Notifications over the whole time, newest last; the newest nine cover every type. */
export function* demoNotifications(plan: DemoPlan, mechanicPool: MechanicPool): Generator<Notification> {
  const count = Math.min(MAX, Math.max(MIN, Math.round(plan.bookings / BOOKINGS_PER_NOTIFICATION)));
  for (let place = 0; place < count; place += 1) {
    const random = new Random(plan.seed, 'notifications', place);
    const createdAtMs = plan.timeline.at((place + random.next()) / count);
    const type = NOTIFICATION_TYPES[place % NOTIFICATION_TYPES.length] ?? 'general';
    const createdAt = new Date(createdAtMs).toISOString();
    const member = random.pick(mechanicPool.members);
    yield completeRecord(notification, {
      id: recordIdAt(createdAtMs, random, place),
      message: place === count - 4 ? LONG_MESSAGE : random.pick(MESSAGES[type]),
      type,
      user: type === 'user' ? { id: userRef(plan, random.between(0, plan.earlyUsers - 1)).id } : null,
      mechanic: type === 'mechanic' ? { id: member.ref.id } : null,
      createdAt,
      updatedAt: createdAt,
    });
  }
}
