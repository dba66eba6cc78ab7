import * as calls from '@wayside/contract/loyalty';
import { type FeatureRoutes, route } from '../../http/route.ts';
import { actorOf } from '../../http/signed-in.ts';
import { payLoyalty } from './pay-loyalty.ts';

/** Loyalty payouts (API-05). */
export const loyaltyRoutes: FeatureRoutes = (context) => [
  route(calls.payLoyalty, async ({ body, caller }) => ({
    message: await payLoyalty(context, actorOf(caller), body),
  })),
];
