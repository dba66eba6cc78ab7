import * as calls from '@wayside/contract/loyalty';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { payLoyalty } from './pay-loyalty.ts';

/** Loyalty payouts (API-05). */
export const loyaltyRoutes: FeatureRoutes = [
  route(calls.payLoyalty, (context, { body }) => payLoyalty(context, body)),
];
