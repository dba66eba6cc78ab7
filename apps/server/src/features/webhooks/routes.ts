import * as calls from '@wayside/contract/webhooks';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { listDeliveries, listEndpoints } from './read-endpoints.ts';
import {
  createEndpoint,
  deleteEndpoint,
  replayEvents,
  resendDelivery,
  rotateSecret,
  sendTest,
  updateEndpoint,
} from './webhooks.ts';

/** Routes for webhook endpoints and their deliveries (HOOK-02). */
export const webhookRoutes: FeatureRoutes = [
  route(calls.listWebhooks, async (context) => ({ rows: await listEndpoints(context) })),
  route(calls.createWebhook, (context, { body }) => createEndpoint(context, body)),
  route(calls.updateWebhook, async (context, { params, body }) => ({
    record: await updateEndpoint(context, { ...body, id: params.id }),
  })),
  route(calls.deleteWebhook, (context, { params }) => deleteEndpoint(context, params.id)),
  route(calls.rotateWebhookSecret, (context, { params }) => rotateSecret(context, params.id)),
  route(calls.testWebhook, async (context, { params }) => ({ deliveryId: await sendTest(context, params.id) })),
  route(calls.replayWebhook, async (context, { params, body }) => ({
    record: await replayEvents(context, { id: params.id, since: body.since }),
  })),
  route(calls.listDeliveries, (context, { params, query }) =>
    listDeliveries(context, { ...query, endpointId: params.id }),
  ),
  route(calls.resendDelivery, async (context, { params }) => ({
    deliveryId: await resendDelivery(context, params.id),
  })),
];
