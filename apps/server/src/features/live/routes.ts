import * as calls from '@wayside/contract/live';
import { AnswerStream, type FeatureRoutes, route } from '../../platform/http/route.ts';
import { signedIn } from '../../platform/http/session.ts';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Otherwise nginx holds events until its buffer is full.
  'x-accel-buffering': 'no',
  // The connection ends with its stream; a stopping server would otherwise wait for its next request.
  connection: 'close',
};

/** The stream of changes (LIVE-01). */
export const liveRoutes: FeatureRoutes = [
  route(calls.streamLiveChanges, async (context, { query, headers }) => {
    const { tokenHash, admin } = signedIn(context);
    const lastEventId = headers[calls.LAST_EVENT_ID_HEADER];
    const stream = await context.live.open({
      tokenHash,
      role: admin.role,
      ageMs: query.ageMs,
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : null,
    });
    return new AnswerStream(stream, HEADERS);
  }),
];
