import * as z from 'zod/mini';
import { event } from './events.ts';
import { documented } from './wire/documented.ts';
import { endpoint } from './wire/endpoint.ts';
import { list, maybe } from './wire/fields.ts';
import { wholeNumberOr } from './wire/whole-number.ts';
import type { Wire } from './wire/wire.ts';
import { success, wireObject } from './wire/wire-object.ts';
import { wireValue } from './wire/wire-value.ts';

const CURSOR = /^c([0-9a-z]{1,10})$/;
const cursorText = (position: number): string => `c${position.toString(36)}`;

/** A place in the feed: the position of the event before it. Opaque to the caller. */
export const feedCursor: Wire<number> = wireValue(
  documented(z.string(), { examples: ['c1k'] }),
  (value, fail) => {
    const position = Number.parseInt(CURSOR.exec(value)?.[1] ?? '', 36);
    return cursorText(position) === value ? position : fail('must be a cursor of this feed');
  },
  cursorText,
);

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/** GET /changes: what administrators changed, in the order of their commits (HOOK-04). */
export const listChanges = endpoint({
  name: 'listChanges',
  method: 'GET',
  path: '/changes',
  permission: 'service-key',
  summary:
    'The events after a cursor, without gaps; without one, from the oldest kept. 410 with the oldest cursor when it is older than 30 days.',
  tag: 'changes',
  query: wireObject({
    after: maybe(feedCursor),
    limit: wholeNumberOr(PAGE_SIZE, 1, MAX_PAGE_SIZE),
  }),
  answer: success({ rows: list(event), cursor: feedCursor }, { rows: 'data' }),
  errorCodes: [403, 410],
});
