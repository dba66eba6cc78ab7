import * as calls from '@wayside/contract/two-factor';
import type { CallContext } from '../../context.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { signedIn } from '../../platform/http/session.ts';
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
function own(context: CallContext) {
  const { id: adminId, email, name } = signedIn(context).admin;
  return { adminId, email, name };
}

/** Two-factor authentication (TEAM-04). */
export const twoFactorRoutes: FeatureRoutes = [
  route(calls.getTwoFactor, async (context) => ({ twoFactor: await readTwoFactor(context, own(context)) })),
  route(calls.beginTotp, (context) => beginTotp(context, own(context))),
  route(calls.confirmTotp, (context, { body }) => confirmTotp(context, { ...own(context), ...body })),
  route(calls.removeTotp, (context) => removeTotp(context, own(context))),
  route(calls.renewRecoveryCodes, (context) => renewRecoveryCodes(context, own(context))),
  route(calls.beginPasskey, (context, { headers }) =>
    beginPasskey(context, { ...own(context), origin: headers.origin }),
  ),
  route(calls.registerPasskey, (context, { body }) => registerPasskey(context, { ...own(context), ...body })),
  route(calls.renamePasskey, async (context, { params, body }) => ({
    record: await renamePasskey(context, { ...own(context), ...params, ...body }),
  })),
  route(calls.removePasskey, (context, { params }) => removePasskey(context, { ...own(context), ...params })),
  route(calls.resetTwoFactor, async (context, { params }) => {
    await resetTwoFactor(context, params);
  }),
];
