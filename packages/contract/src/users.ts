import { USER_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import {
  flag,
  instant,
  list,
  maybe,
  nameText,
  numeric,
  phone,
  recordId,
  text,
  unlessNull,
  vehicleType,
} from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { signedRupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import { recordInPath, seenState } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('users');

const fields = {
  id: recordId,
  name: maybe(nameText),
  email: maybe(text),
  phone: maybe(phone),
  vehicleTypes: list(vehicleType),
  /** Negative if the source has revoked an amount that was already paid out in Wayside. */
  walletPaise: maybe(signedRupees),
  isBlocked: flag,
  referralCode: maybe(text),
  createdAt: maybe(instant),
  updatedAt: maybe(instant),
  /** Set while the customer's app is connected (USER-04). */
  socketId: maybe(text),
  /**
   * The number of notes on the record; null if there are none or the provider does not support notes (WORK-04). Never
   * imported.
   */
  noteCount: unlessNull(numeric),
};

/** A customer of the marketplace (USER-02, USER-04). */
export type User = DomainOf<typeof fields>;

export const user: Wire<User> = wireObject(fields, {
  id: '_id',
  phone: 'phone_number',
  vehicleTypes: 'vehicle_type',
  walletPaise: 'wallet_amount',
  referralCode: 'referral_code',
});

/** API-04, USER-01 */
export const { list: listUsers, count: countUsers } = listEndpoints(USER_LIST, {
  name: 'Users',
  path: '/user/allusers',
  permission: 'records:read',
  readScope: 'read:users',
  tag: 'users',
  response: pagedResponse(user, 'totalUsers'),
  summary:
    'A page of customers, newest first; `search` matches any part of phone, name or email. `active` asks for those who are not blocked; `sort` is `date` for the oldest first, `wallet` or `-wallet`.',
});

/** API-17 */
export const getUser = endpoint('getUser', 'GET /admin/users/{id}', {
  permission: 'records:read',
  readScope: 'read:users',
  summary: 'One customer.',
  params: recordInPath,
  response: success({ record: user }, { record: 'data' }),
  errorCodes: [404],
});

/** API-04, USER-05 */
export const toggleUserBlock = endpoint('toggleUserBlock', 'GET /user/blockuser/{id}', {
  isChange: true,
  permission: 'people:block',
  summary:
    'Blocks or unblocks a customer. With `seen`, only from that state: 409 when another user has changed it.',
  successNeeds: ['status'],
  params: recordInPath,
  query: wireObject({ seen: seenState }),
  /** Null if the provider does not report the outcome. */
  response: success({ isBlocked: maybe(flag) }),
  errorCodes: [404, 409],
});

/** API-04, USER-06 */
export const deleteUser = endpoint('deleteUser', 'DELETE /user/deleteuser/{id}', {
  permission: 'people:delete',
  summary: 'Erases a customer’s personal data. Bookings and money rows are retained.',
  successNeeds: ['status'],
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});
