import * as calls from '@wayside/contract/views';
import { listViews as listViewsCall } from '@wayside/contract/views';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import { createView, deleteView, listViews, orderViews, updateView } from './views.ts';

/** Routes for saved views of lists (VIEW-04). */
export const viewRoutes: FeatureRoutes = [
  route(listViewsCall, async (context) => ({
    rows: await listViews(context, requireSession(context)),
  })),
  route(calls.createView, async (context, { body }) => ({
    record: await createView(context, { ...body, session: requireSession(context), isShared: false }),
  })),
  route(calls.createSharedView, async (context, { body }) => ({
    record: await createView(context, { ...body, session: requireSession(context), isShared: true }),
  })),
  route(calls.updateView, async (context, { params, body, ifMatch }) => ({
    record: await updateView(context, {
      ...params,
      session: requireSession(context),
      change: { ...body, isShared: null },
      ifMatch,
      mayShare: false,
    }),
  })),
  route(calls.updateSharedView, async (context, { params, body, ifMatch }) => ({
    record: await updateView(context, {
      ...params,
      session: requireSession(context),
      change: body,
      ifMatch,
      mayShare: true,
    }),
  })),
  route(calls.deleteView, (context, { params }) =>
    deleteView(context, { ...params, session: requireSession(context), isShared: false }),
  ),
  route(calls.deleteSharedView, (context, { params }) =>
    deleteView(context, { ...params, session: requireSession(context), isShared: true }),
  ),
  route(calls.orderViews, (context, { body }) =>
    orderViews(context, { ...body, session: requireSession(context) }),
  ),
];
