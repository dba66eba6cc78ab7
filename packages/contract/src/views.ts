import { LISTS, type ListName } from './preferences.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, list, maybe, oneOf, recordId, text, unlessNull } from './wire/fields.ts';
import type { Permission } from './wire/permissions.ts';
import { atMost, recordInPath, requiredName, typedText } from './wire/request-fields.ts';
import { conflictResponse } from './wire/versioned.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The calls implement VIEW-04 unless they name other requirements. */
const endpoint = endpointsOf('views');

const fields = {
  id: recordId,
  list: oneOf(LISTS),
  name: text,
  /**
   * The search, filters, date range and sort order, as the query string of the list's URL:
   * "status=pending&sort=date".
   */
  query: text,
  /** The headings of the shown columns in display order; empty for the default columns. */
  columns: list(text),
  isShared: flag,
  isDefault: flag,
  /** The version of the view, for If-Match (EDIT-01). */
  etag: maybe(text),
};

export const savedView = wireObject(fields, { id: '_id', etag: '_etag' });
/** A saved view of a list, from the perspective of one user (VIEW-04). */
export type SavedView = DomainOf<typeof savedViewsFields>['rows'][number];
const savedViewsFields = { rows: list(savedView) };

/**
 * The saved views that a user can see, in the user's order: their own and the shared ones, of the lists that they may
 * read.
 */
export const savedViews = list(savedView);

export const listViews = endpoint('listViews', 'GET /admin/views', {
  permission: 'signed-in',
  summary:
    'The caller’s own and the shared saved views of the lists that the role may read, in the caller’s order.',
  response: success(savedViewsFields, { rows: 'data' }),
});

export const MAX_VIEW_NAME_LENGTH = 60;
/** The maximum number of views per list for one user, and the maximum number of shared views per list. */
export const MAX_VIEWS_OF_LIST = 25;

const MAX_QUERY_LENGTH = 2000;
const MAX_COLUMNS = 20;
const MAX_COLUMN_LENGTH = 60;

/** The permission needed to see a list and its views. */
export const LIST_PERMISSIONS: Readonly<Record<ListName, Permission>> = {
  bookings: 'records:read',
  users: 'records:read',
  mechanics: 'records:read',
  payments: 'payments:read',
  payouts: 'payouts:read',
  'payments-out': 'payouts:read',
  'payment-runs': 'payouts:read',
  notifications: 'notifications:manage',
  activity: 'activity:read',
  approvals: 'money:move',
  'settlement-lines': 'settlements:reconcile',
  'settlement-files': 'settlements:reconcile',
  settlements: 'settlements:reconcile',
  refunds: 'payments:read',
};

const name = requiredName(MAX_VIEW_NAME_LENGTH);
const query = typedText(MAX_QUERY_LENGTH);
const columns = atMost(MAX_COLUMNS, list(requiredName(MAX_COLUMN_LENGTH)));
const newView = wireObject({ list: oneOf(LISTS), name, query, columns });
const change = {
  name: unlessNull(name),
  query: unlessNull(query),
  columns: unlessNull(columns),
};

const PATH = '/admin/views';
const SHARED_PATH = `${PATH}/shared`;
const oneView = success({ record: savedView }, { record: 'data' });
const conflict = conflictResponse(savedView);

export const createView = endpoint('createView', `POST ${PATH}`, {
  permission: 'signed-in',
  summary: `Saves a private view of a list. 409 when another private view of the list has the name, and for more than ${MAX_VIEWS_OF_LIST}.`,
  body: newView,
  response: oneView,
  errorCodes: [409],
});

export const updateView = endpoint('updateView', `PATCH ${PATH}/{id}`, {
  permission: 'signed-in',
  summary: 'Changes the given fields of the caller’s view.',
  params: recordInPath,
  body: wireObject(change),
  response: oneView,
  conflict,
  errorCodes: [404, 409, 412],
});

export const deleteView = endpoint('deleteView', `DELETE ${PATH}/{id}`, {
  permission: 'signed-in',
  summary: 'Deletes the caller’s view.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});

export const orderViews = endpoint('orderViews', `PUT ${PATH}/order`, {
  permission: 'signed-in',
  summary:
    'Sets the caller’s order of the views of a list and the default view, `default`; unknown ids are ignored.',
  body: wireObject(
    { list: oneOf(LISTS), ids: atMost(2 * MAX_VIEWS_OF_LIST, list(recordId)), defaultId: unlessNull(recordId) },
    { defaultId: 'default' },
  ),
  response: success({}),
});

export const createSharedView = endpoint('createSharedView', `POST ${SHARED_PATH}`, {
  permission: 'views:share',
  summary: `Saves a shared view of a list. 409 when another view has the name, and for more than ${MAX_VIEWS_OF_LIST}.`,
  body: newView,
  response: oneView,
  errorCodes: [409],
});

export const updateSharedView = endpoint('updateSharedView', `PATCH ${SHARED_PATH}/{id}`, {
  permission: 'views:share',
  summary:
    'Changes the given fields of a shared view or of one’s own; `isShared` shares one’s own view, or makes a shared one private to the caller.',
  params: recordInPath,
  body: wireObject({ ...change, isShared: unlessNull(flag) }),
  response: oneView,
  conflict,
  errorCodes: [404, 409, 412],
});

export const deleteSharedView = endpoint('deleteSharedView', `DELETE ${SHARED_PATH}/{id}`, {
  permission: 'views:share',
  summary: 'Deletes a shared view.',
  params: recordInPath,
  response: success({}),
  errorCodes: [404],
});
