import { mechanicCan } from '@wayside/contract/mechanics';
import type { PersonFlag } from './toggle-flag.ts';

const blockOf = (noun: string) =>
  ({
    column: 'is_blocked',
    field: 'isBlocked',
    noun,
    on: { action: 'blocked', done: `blocked this ${noun}` },
    off: { action: 'unblocked', done: `unblocked this ${noun}` },
  }) as const;

/** Whether a customer is blocked (USER-05). */
export const USER_BLOCK: PersonFlag = {
  ...blockOf('customer'),
  table: 'users',
  entity: 'user',
  alsoSet: 'updated_at = $3',
};

/** Whether a mechanic is blocked, which only an approved one can be (MECH-09, MECH-13). */
export const MECHANIC_BLOCK: PersonFlag = {
  ...blockOf('mechanic'),
  table: 'mechanics',
  entity: 'mechanic',
  rejectionOf: (mechanic) =>
    mechanicCan.beBlocked(mechanic)
      ? null
      : 'Only a mechanic whose application is approved can be blocked or unblocked.',
};
