import { endpoint } from './wire/endpoint.ts';
import { recordId, text } from './wire/fields.ts';
import { wholeList } from './wire/whole-list.ts';
import { type DomainOf, wireObject } from './wire/wire-object.ts';

const actorFields = { id: recordId, email: text };
/** Somebody whose entries the log can be filtered by. */
export type ActivityActor = DomainOf<typeof actorFields>;

/** GET /admin/activity-actors: who the log can be filtered by (PRIV-03). */
export const listActivityActors = endpoint({
  name: 'listActivityActors',
  method: 'GET',
  path: '/admin/activity-actors',
  permission: 'activity:read',
  summary: 'The administrators, and the command line, by whom the log can be filtered.',
  tag: 'activity',
  answer: wholeList(wireObject(actorFields, { id: '_id' })),
});
