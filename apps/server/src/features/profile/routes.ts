import { savePreferences as savePreferencesCall } from '@wayside/contract/preferences';
import * as calls from '@wayside/contract/profile';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  readOwnAccount,
  renameSelf,
  savePreferences,
} from './profile.ts';

/** The caller's own account, password, sessions (TEAM-03) and preferences (VIEW-05). */
export const profileRoutes: FeatureRoutes = [
  route(calls.readProfile, async (context) => ({ record: await readOwnAccount(context, requireSession(context)) })),
  route(calls.renameSelf, async (context, { body }) => ({
    record: await renameSelf(context, { admin: requireSession(context).admin, name: body.name }),
  })),
  route(calls.changePassword, (context, { body }) =>
    changePassword(context, { ...body, session: requireSession(context) }),
  ),
  route(calls.listOwnSessions, (context) => listOwnSessions(context, requireSession(context))),
  route(calls.endOwnSession, (context, { params }) =>
    endOwnSession(context, { session: requireSession(context), id: params.id }),
  ),
  route(savePreferencesCall, (context, { body }) =>
    savePreferences(context, { session: requireSession(context), given: body }),
  ),
  route(calls.endOtherSessions, (context) => endOtherSessions(context, requireSession(context))),
];
