import { type ApprovalSettings, DEFAULT_ADJUSTMENT_LIMITS } from '@wayside/contract/approvals';
import type pg from 'pg';
import { orm } from '../../platform/db/orm.ts';
import { approvalSettings } from '../../platform/db/schema/approvals.ts';

/** The limits of payments and adjustments, in paise; null is no limit (TEAM-06, PAYO-11, OWN-07). */
export type ApprovalLimits = Omit<ApprovalSettings, 'otherApprovers'>;

/** The limits until an owner sets others. */
const DEFAULT_LIMITS: ApprovalLimits = { limitPaise: null, dayLimitPaise: null, ...DEFAULT_ADJUSTMENT_LIMITS };

/** Reads the limits. @param client holds the ledger's lock where a payment or adjustment is checked against them */
export async function readLimits(client: pg.ClientBase): Promise<ApprovalLimits> {
  const [stored] = await orm(client).select().from(approvalSettings);
  if (stored === undefined) return DEFAULT_LIMITS;
  const { onlyRow: _, ...limits } = stored;
  return limits;
}
