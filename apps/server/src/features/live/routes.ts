import * as calls from '@wayside/contract/live';
import { type FeatureRoutes, ResponseStream, route } from '../../platform/http/route.ts';
import { requireSession } from '../../platform/http/session.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Without this header, nginx holds events until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with its stream. Otherwise, a stopping server would wait for the next request on it.
  connection: 'close',
};

/** The live stream of changes (LIVE-01). */
export const liveRoutes: FeatureRoutes = [
  route(calls.streamLiveChanges, async (context, { query, headers }) => {
    const { tokenHash, admin } = requireSession(context);
    const lastEventId = headers[calls.LAST_EVENT_ID_HEADER];
    const stream = await context.live.open({
      tokenHash,
      role: admin.role,
      ageMs: query.ageMs,
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : null,
    });
    return new ResponseStream(stream, HEADERS);
  }),
];
