import type { ListShape } from '../../db/page-statement.ts';

/** How customers are listed (USER-01, USER-02). */
export const USER_LIST: ListShape = {
  name: 'list-users',
  table: 'users',
  orderBy: 'listed_at',
  counter: 'users',
  statusColumn: "''",
  searchColumns: ['phone', 'name', 'email'],
  digitsColumn: 'phone_digits',
  json: `json_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'vehicleTypes', b.vehicle_types, 'walletPaise', b.wallet_paise,
    'isBlocked', b.is_blocked, 'referralCode', b.referral_code, 'socketId', b.socket_id,
    'createdAt', iso_instant(b.created_at), 'updatedAt', iso_instant(b.updated_at))`,
  joins: '',
};
