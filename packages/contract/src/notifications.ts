import { idRef } from './payments.ts';
import { instant, maybe, openWords, recordId, text } from './wire/fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

/** What a notification is about or whom it reaches. Only the last three can be created here (API-14). */
export const NOTIFICATION_TYPES = [
  'booking',
  'promotion',
  'payment',
  'reminder',
  'general',
  'system',
  'all',
  'user',
  'mechanic',
] as const;

const fields = {
  id: recordId,
  message: maybe(text),
  type: maybe(openWords(NOTIFICATION_TYPES)),
  user: maybe(idRef),
  mechanic: maybe(idRef),
  createdAt: maybe(instant),
  updatedAt: maybe(instant),
};
/** A message to customers, mechanics or one of them (NOTI-01). */
export type Notification = DomainOf<typeof fields>;
/** A notification on the wire. */
export const notification: Wire<Notification> = wireObject(fields, {
  id: '_id',
  user: 'user_id',
  mechanic: 'mechanicid',
});
