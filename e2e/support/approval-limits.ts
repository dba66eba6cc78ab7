import { type ApprovalSettings, updateApprovalSettings } from '@wayside/contract/approvals';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';

type Limits = Omit<ApprovalSettings, 'otherApprovers'>;

const UNCHANGED_LIMITS = {
  limitPaise: undefined,
  dayLimitPaise: undefined,
  managerAdjustmentPaise: undefined,
  financeAdjustmentPaise: undefined,
  managerAdjustmentDayPaise: undefined,
  financeAdjustmentDayPaise: undefined,
  managerRefundPaise: undefined,
  financeRefundPaise: undefined,
};

/** Changes the given limits, with an owner's session (OWN-07). */
export const changeLimits = (application: Application, token: string, limits: Partial<Limits>) =>
  callApi(application, token, updateApprovalSettings, { body: { ...UNCHANGED_LIMITS, ...limits } });
