import * as calls from '@wayside/contract/closes';
import { type FeatureRoutes, ResponseStream, route } from '../../platform/http/route.ts';
import { whileAllowed } from '../../platform/http/session.ts';
import { closeDays, exportCloses, previewClose, reopenDays } from './close-days.ts';
import { listCloses, readClose } from './list-closes.ts';

/** The closes of days (CLOS-01, CLOS-03). */
export const closeRoutes: FeatureRoutes = [
  route(calls.listCloses, async (context, { query }) => ({ record: await listCloses(context, query) })),
  route(calls.previewClose, async (context, { query }) => ({ record: await previewClose(context, query) })),
  route(calls.closeDays, (context, { body }) => closeDays(context, body)),
  route(calls.exportCloses, async (context, { query }) => {
    const { fileName, pieces } = await exportCloses(context, query);
    return new ResponseStream(whileAllowed(context, 'lists:export', pieces), {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    });
  }),
  route(calls.getClose, (context, { params }) => readClose(context, params)),
  route(calls.reopenDays, (context, { params, body }) => reopenDays(context, { ...params, ...body })),
];
