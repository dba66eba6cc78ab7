import { LISTS } from './preferences.ts';
import { endpoint } from './wire/endpoint.ts';
import { flag, list, maybe, oneOf, recordId, text } from './wire/fields.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const fields = {
  id: recordId,
  list: oneOf(LISTS),
  name: text,
  /** Search, filters, days and order as the query string of the list's address: "status=pending&sort=date". */
  query: text,
  /** The headings of the shown columns in their order; none for those of the product. */
  columns: list(text),
  isShared: flag,
  isDefault: flag,
  /** Its version, for If-Match (EDIT-01). */
  etag: maybe(text),
};

/** A view on the wire. */
export const savedView = wireObject(fields, { id: '_id', etag: '_etag' });
/** A saved view of a list, as one person sees it (VIEW-04). */
export type SavedView = DomainOf<typeof savedViewsFields>['rows'][number];
const savedViewsFields = { rows: list(savedView) };

/** The views that somebody sees: their own and those for everybody, of the lists that they may read, in their order. */
export const savedViews = list(savedView);

/** GET /admin/views (VIEW-04). */
export const listViews = endpoint({
  name: 'listViews',
  method: 'GET',
  path: '/admin/views',
  permission: 'signed-in',
  summary: 'The own saved views and those for everybody, of the lists that the role may read, in the own order.',
  tag: 'views',
  answer: success(savedViewsFields, { rows: 'data' }),
});
