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
import { type Answer, answer, OWNER, response, rows } from './open-screen.ts';

/** The calls that list screens make in addition to their list. */
export const BESIDE_LISTS = [
  answer(getNextApplication, { mechanicId: null, waiting: 0, asked: 0, position: null }),
  answer(listActivityActors, { rows: [] }),
  rows(listPendingErasures),
  rows(listApprovals),
];

/** The calls of details and their dialogs, for records without related data. */
export const OF_DETAILS = [
  answer(getPlace, { place: null }),
  answer(getTimeline, { rows: [], next: null }),
  answer(checkApproval, { cause: null }),
  rows(listNotes),
  rows(listRefunds),
  response(getRefundable, 404),
  response(getMechanicBalance, 404),
  rows(listEarningsOfMechanic),
  rows(listPayoutsOfMechanic),
];

/** Responds with the profile of an administrator with a role. */
export const asRole = (role: Role): Answer => {
  const permissions = PERMISSIONS.filter((permission) => ROLE_TABLE[permission].roles.includes(role));
  return answer(ownProfile, { profile: { ...OWNER, role, permissions } });
};

interface Earned {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly earnedPaise: number;
  readonly paidOutPaise?: number;
  readonly commissionPaise?: number;
}

/** Responds with the earnings of mechanics for the payouts screen. */
export const earned = (...all: readonly Earned[]): Answer =>
  answer(summarizePayouts, {
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
