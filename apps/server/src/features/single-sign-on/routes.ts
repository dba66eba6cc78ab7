import * as calls from '@wayside/contract/single-sign-on';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import { finishConnection, finishProof } from './connect.ts';
import { finishSingleSignOn } from './sign-in.ts';
import { beginSingleSignOn } from './sign-in-request.ts';

/** Sign-in, proof of identity and connection with an OpenID Connect provider (SHIP-04). */
export const singleSignOnRoutes: FeatureRoutes = [
  route(calls.beginSingleSignOn, (context, { headers: { origin } }) =>
    beginSingleSignOn(context, { purpose: 'sign_in', origin, session: null }),
  ),
  route(calls.finishSingleSignOn, (context, { body, headers }) =>
    finishSingleSignOn(context, { ...body, userAgent: headers['user-agent'] }),
  ),
  route(calls.beginSingleSignOnProof, (context, { headers: { origin } }) =>
    beginSingleSignOn(context, { purpose: 'prove', origin, session: requireSession(context) }),
  ),
  route(calls.finishSingleSignOnProof, (context, { body }) =>
    finishProof(context, { ...body, session: requireSession(context) }),
  ),
  route(calls.beginConnection, (context, { headers: { origin } }) =>
    beginSingleSignOn(context, { purpose: 'connect', origin, session: requireSession(context) }),
  ),
  route(calls.finishConnection, (context, { body }) =>
    finishConnection(context, { ...body, session: requireSession(context) }),
  ),
];
