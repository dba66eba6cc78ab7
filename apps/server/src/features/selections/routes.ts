import * as calls from '@wayside/contract/exports';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';
import { createSelection } from './create-selection.ts';

/** Selected rows (VIEW-07). */
export const selectionRoutes: FeatureRoutes = [
  route(calls.createSelection, (context, { body }) =>
    createSelection(context, { ...body, adminId: requireSession(context).admin.id }),
  ),
];
