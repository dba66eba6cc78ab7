import { mechanicCan } from '@wayside/contract/mechanics';
import type { PersonFlag } from './toggle-flag.ts';

/** Whether a customer is blocked (USER-05). */
export const USER_BLOCK: PersonFlag = {
  table: 'users',
  column: 'is_blocked',
  field: 'isBlocked',
  entity: 'user',
  noun: 'customer',
  on: { action: 'blocked', done: 'blocked this customer' },
  off: { action: 'unblocked', done: 'unblocked this customer' },
  alsoSet: 'updated_at = $3',
};

/** Whether a mechanic is blocked, which only an approved one can be (MECH-09, MECH-13). */
export const MECHANIC_BLOCK: PersonFlag = {
  table: 'mechanics',
  column: 'is_blocked',
  field: 'isBlocked',
  entity: 'mechanic',
  noun: 'mechanic',
  on: { action: 'blocked', done: 'blocked this mechanic' },
  off: { action: 'unblocked', done: 'unblocked this mechanic' },
  rejectionOf: (mechanic) =>
    mechanicCan.beBlocked(mechanic)
      ? null
      : 'Only a mechanic whose application is approved can be blocked or unblocked.',
};
