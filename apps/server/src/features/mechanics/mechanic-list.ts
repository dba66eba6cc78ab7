import type { ListShape } from '../../db/page-statement.ts';
import { mechanicRecord } from '../../records/mechanics.ts';

/** How mechanics are listed (MECH-01, MECH-02). */
export const MECHANIC_LIST: ListShape = {
  name: 'list-mechanics',
  ...mechanicRecord.select,
  orderBy: 'listed_at',
  counter: 'mechanics',
  statusColumn: 'status',
  searchColumns: ['phone', 'name', 'email'],
  digitsColumn: 'phone_digits',
};
