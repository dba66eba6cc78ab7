import { NOTIFICATION_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { descriptionText, flag, instant, maybe, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { pagedResponse } from './wire/paging.ts';
import { idRef } from './wire/person-ref.ts';
import { recordInPath, requiredNote } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('notifications');

/** The topics or recipients of a notification. Only the last three can be created here (API-14). */
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

export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;

const SPELLINGS = { id: '_id', user: 'user_id', mechanic: 'mechanicid' } as const;

const fields = {
  id: recordId,
  message: maybe(descriptionText),
  type: maybe(openEnum(NOTIFICATION_TYPES)),
  user: maybe(idRef),
  mechanic: maybe(idRef),
  createdAt: maybe(instant),
  updatedAt: maybe(instant),
};
/** A message to customers, mechanics or one of them (NOTI-01). */
export type Notification = DomainOf<typeof fields>;
export const notification: Wire<Notification> = wireObject(fields, SPELLINGS);

const listedFields = {
  ...fields,
  /** Null if no webhook delivers notifications. */
  delivery: maybe(openEnum(DELIVERY_STATES)),
};
/** A notification in the list. */
export type ListedNotification = DomainOf<typeof listedFields>;
export const listedNotification: Wire<ListedNotification> = wireObject(listedFields, SPELLINGS);

const MAX_MESSAGE_LENGTH = 2000;
export const RECIPIENT_TYPES = ['all', 'user', 'mechanic'] as const;

/** API-09, NOTI-01 */
export const { list: listNotifications, count: countNotifications } = listEndpoints(NOTIFICATION_LIST, {
  name: 'Notifications',
  path: '/notification/getall',
  permission: 'notifications:manage',
  tag: 'notifications',
  response: pagedResponse(listedNotification),
  summary:
    'A page of notifications, newest first; `failed` selects those whose delivery has failed, `sort` is `date` for the oldest first.',
});

/** API-09, NOTI-03 */
export const createNotification = endpoint('createNotification', 'POST /notification/create', {
  permission: 'notifications:manage',
  summary: 'Sends a message to all, to one customer (`user_id`) or to one mechanic (`mechanicid`).',
  successNeeds: ['status'],
  body: wireObject(
    {
      message: requiredNote(MAX_MESSAGE_LENGTH),
      type: oneOf(RECIPIENT_TYPES),
      userId: maybe(recordId),
      mechanicId: maybe(recordId),
    },
    { userId: 'user_id', mechanicId: 'mechanicid' },
  ),
  response: success(
    // `delivery` is null if no webhook delivers the notification.
    { id: maybe(recordId), message: maybe(text), delivery: maybe(openEnum(DELIVERY_STATES)) },
    { id: '_id' },
  ),
  errorCodes: [404],
});

/** API-09 */
export const deleteNotification = endpoint('deleteNotification', 'DELETE /notification/delete/{id}', {
  permission: 'notifications:manage',
  summary: 'Deletes a notification. With `unsent`, only if its delivery has not started; otherwise 409.',
  params: recordInPath,
  query: wireObject({ isUnsent: flag }, { isUnsent: 'unsent' }),
  response: success({}),
  errorCodes: [404, 409],
});

/** API-17 */
export const resendNotification = endpoint('resendNotification', 'POST /admin/notifications/{id}/resend', {
  permission: 'notifications:manage',
  summary: 'Sends a notification again after its delivery has failed.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404, 409],
});
