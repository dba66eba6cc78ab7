import { MECHANIC_LIST } from '@wayside/contract/lists';
import type { Mechanic } from '@wayside/contract/mechanics';
import { hasPermission } from '../../caller-permissions.ts';
import type { ReaderContext } from '../../context.ts';
import { amountOrder, type ListShape } from '../../platform/db/list-shape.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import {
  amountColumn,
  flagColumn,
  numberColumn,
  textColumn,
  timestampColumn,
} from '../../platform/exports/export-table.ts';
import type { ReadableLink } from '../../platform/files/files.ts';
import { definedList } from '../../platform/lists/defined-list.ts';
import { APPLICATION_QUEUES, decryptMechanic, mechanicRecord } from '../../records/mechanics.ts';

/** The statement parts of the list of mechanics (MECH-01, MECH-02). */
export const MECHANIC_SHAPE: ListShape = {
  name: 'list-mechanics',
  ...mechanicRecord.select,
  orderBy: 'listed_at',
  counter: 'mechanics',
  statusColumn: 'status',
  searchColumns: ['fold_text(name)', 'fold_text(email)'],
  isOfPeople: true,
  flags: { is_active: "status = 'approved' AND NOT is_blocked", ...APPLICATION_QUEUES },
  flagCounters: { is_active: 'active mechanics' },
  orders: { wallet: amountOrder('wallet_paise', 'mechanics by wallet') },
};

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

/** List, counts and export of mechanics (API-06, MECH-01, VIEW-08). */
export const mechanicList = definedList<Mechanic, typeof MECHANIC_LIST>({
  definition: MECHANIC_LIST,
  shape: MECHANIC_SHAPE,
  filters: { status: 'status', active: { flag: 'is_active' }, application: 'flag' },
  columns: COLUMNS,
  forReader: async (context) => {
    const readable = await context.files.readableLinks(context.session);
    return (mechanic) => forReader(context, mechanic, readable);
  },
});

/** Returns a mechanic. @throws 404 */
export async function getMechanic(context: ReaderContext, id: string): Promise<Mechanic> {
  const { database, files, session } = context;
  const mechanic = await findRecord<Mechanic>(database, MECHANIC_SHAPE, id, 'mechanic');
  return forReader(context, mechanic, await files.readableLinks(session));
}

/** Removes bank details unless the reader's role has permission to reveal a bank account (TEAM-01). */
async function forReader(context: ReaderContext, mechanic: Mechanic, readable: ReadableLink): Promise<Mechanic> {
  const maySeeBank = hasPermission(context, 'bank:reveal');
  const shown = await decryptMechanic(context.keys, maySeeBank ? mechanic : { ...mechanic, bank: null });
  return withReadableDocuments(shown, readable);
}

/** Returns the mechanic with signed links to the documents (FILE-03). */
function withReadableDocuments(mechanic: Mechanic, readable: ReadableLink): Mechanic {
  const { documents } = mechanic;
  if (documents === null) return mechanic;
  return {
    ...mechanic,
    documents: {
      ...documents,
      profilePhoto: readable(documents.profilePhoto),
      shopPhoto: readable(documents.shopPhoto),
    },
  };
}
