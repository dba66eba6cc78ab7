import { listActivityActors } from '@wayside/contract/activity';
import { checkApproval, listApprovals } from '@wayside/contract/approvals';
import { getPlace } from '@wayside/contract/bookings';
import { getNextApplication } from '@wayside/contract/mechanics';
import { listNotes } from '@wayside/contract/notes';
import { getMechanicBalance, summarizePayouts } from '@wayside/contract/payouts-earnings';
import { listPendingErasures } from '@wayside/contract/payouts-erasures';
import { listEarningsOfMechanic, listPayoutsOfMechanic } from '@wayside/contract/payouts-ledger';
import { getRefundable, listRefunds } from '@wayside/contract/refunds';
import { ROLE_TABLE, type Role } from '@wayside/contract/roles';
import { ownProfile } from '@wayside/contract/session';
import { getTimeline } from '@wayside/contract/timeline';
import { PERMISSIONS } from '@wayside/contract/wire/permissions';
import { type MockResponse, OWNER, respondWith, respondWithRows, respondWithStatus } from './open-screen.ts';

/** The calls that list screens make in addition to their list. */
export const LIST_SCREEN_RESPONSES = [
  respondWith(getNextApplication, { mechanicId: null, waiting: 0, asked: 0, position: null }),
  respondWith(listActivityActors, { rows: [] }),
  respondWithRows(listPendingErasures),
  respondWithRows(listApprovals),
];

/** The calls of details and their dialogs, for records without related data. */
export const DETAILS_RESPONSES = [
  respondWith(getPlace, { place: null }),
  respondWith(getTimeline, { rows: [], next: null }),
  respondWith(checkApproval, { cause: null }),
  respondWithRows(listNotes),
  respondWithRows(listRefunds),
  respondWithStatus(getRefundable, 404),
  respondWithStatus(getMechanicBalance, 404),
  respondWithRows(listEarningsOfMechanic),
  respondWithRows(listPayoutsOfMechanic),
];

/** Responds with the profile of an administrator with a role. */
export const asRole = (role: Role): MockResponse => {
  const permissions = PERMISSIONS.filter((permission) => ROLE_TABLE[permission].roles.includes(role));
  return respondWith(ownProfile, { profile: { ...OWNER, role, permissions } });
};

interface MechanicEarnings {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly earnedPaise: number;
  readonly paidOutPaise?: number;
  readonly commissionPaise?: number;
}

/** Responds with the earnings of mechanics for the payouts screen. */
export const respondWithEarnings = (...all: readonly MechanicEarnings[]): MockResponse =>
  respondWith(summarizePayouts, {
    mechanicIds: all.map(({ id }) => id),
    names: all.map(({ name }) => name),
    phones: all.map(({ phone }) => phone),
    netEarningPaise: all.map(({ earnedPaise }) => earnedPaise),
    paidOutPaise: all.map(({ paidOutPaise }) => paidOutPaise ?? 0),
    pendingCommissionPaise: all.map(({ commissionPaise }) => commissionPaise ?? 0),
    cashKeptPaise: all.map(() => 0),
    reserved: [],
    inTransit: [],
  });
