import * as calls from '@wayside/contract/two-factor';
import type { CallContext } from '../../context.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import {
  beginPasskey,
  beginTotp,
  confirmTotp,
  readTwoFactor,
  registerPasskey,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  resetTwoFactor,
} from './two-factor.ts';

/** Returns the caller, who can manage only their own factors. */
function toAccountInput(context: CallContext) {
  const { id: adminId, email, name } = requireSession(context).admin;
  return { adminId, email, name };
}

/** Two-factor authentication (TEAM-04). */
export const twoFactorRoutes: FeatureRoutes = [
  route(calls.getTwoFactor, async (context) => ({
    twoFactor: await readTwoFactor(context, toAccountInput(context)),
  })),
  route(calls.beginTotp, (context) => beginTotp(context, toAccountInput(context))),
  route(calls.confirmTotp, (context, { body }) => confirmTotp(context, { ...toAccountInput(context), ...body })),
  route(calls.removeTotp, (context) => removeTotp(context, toAccountInput(context))),
  route(calls.renewRecoveryCodes, (context) => renewRecoveryCodes(context, toAccountInput(context))),
  route(calls.beginPasskey, (context, { headers }) =>
    beginPasskey(context, { ...toAccountInput(context), origin: headers.origin }),
  ),
  route(calls.registerPasskey, (context, { body }) =>
    registerPasskey(context, { ...toAccountInput(context), ...body }),
  ),
  route(calls.renamePasskey, async (context, { params, body }) => ({
    record: await renamePasskey(context, { ...toAccountInput(context), ...params, ...body }),
  })),
  route(calls.removePasskey, (context, { params }) =>
    removePasskey(context, { ...toAccountInput(context), ...params }),
  ),
  route(calls.resetTwoFactor, async (context, { params }) => {
    await resetTwoFactor(context, params);
  }),
];
