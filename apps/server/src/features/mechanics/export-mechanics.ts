import type { Mechanic } from '@wayside/contract/mechanics';
import type { ActorContext } from '../../context.ts';
import { exportList } from '../../platform/exports/export-list.ts';
import {
  amountColumn,
  type ExportTable,
  flagColumn,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import type { Marked } from '../../platform/exports/record-export.ts';
import { type ListMechanicsInput, MECHANIC_LIST, mechanicsUnder } from './list-mechanics.ts';

const text = textColumn<Mechanic>;
const flag = flagColumn<Mechanic>;
const amount = amountColumn<Mechanic>;

/** Bank accounts and documents are never exported. */
const COLUMNS = [
  text('Mechanic ID', ({ id }) => id),
  text('Name', ({ name }) => name),
  text('Phone', ({ phone }) => phone),
  text('Email', ({ email }) => email),
  text('Status', ({ status }) => status),
  flag('Blocked', ({ isBlocked }) => isBlocked),
  flag('Expert', ({ isExpert }) => isExpert),
  flag('Available', ({ isAvailable }) => isAvailable),
  flag('Phone verified', ({ isPhoneVerified }) => isPhoneVerified),
  flag('Email verified', ({ isEmailVerified }) => isEmailVerified),
  text('Shop', ({ shop }) => shop?.name),
  numberColumn<Mechanic>('Experience (years)', ({ shop }) => shop?.experienceYears),
  amount('Price per hour', ({ shop }) => shop?.perHourPaise),
  text('Vehicle types', ({ vehicleTypes }) => vehicleTypes.join(', ')),
  amount('Wallet', ({ walletPaise }) => walletPaise),
  text('Referral code', ({ referralCode }) => referralCode),
  timestampColumn<Mechanic>('Joined', ({ createdAt }) => createdAt),
];

/** The mechanics of the list as a table (VIEW-08). */
export const exportMechanics = (
  context: ActorContext,
  input: Pick<ListMechanicsInput, 'status' | 'search' | 'sort'> & Marked,
): Promise<ExportTable<Mechanic>> =>
  exportList(context, {
    name: 'mechanics',
    columns: COLUMNS,
    shape: MECHANIC_LIST,
    listed: mechanicsUnder(input),
    asked: { ...input },
  });
