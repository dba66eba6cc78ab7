import { endpointsOf } from './wire/endpoint.ts';
import { list, oneOf, recordId, unlessNull } from './wire/fields.ts';
import { atMost, between, requiredName, requiredNote } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('profile');

/** The row height of lists (VIEW-05). */
export const DENSITIES = ['comfortable', 'compact'] as const;
/** The lists with configurable columns, each identified by the last segment of its path. */
export const LISTS = [
  'bookings',
  'users',
  'mechanics',
  'payments',
  'payouts',
  'payments-out',
  'payment-runs',
  'notifications',
  'activity',
  'approvals',
  'settlement-lines',
  'settlement-files',
  'settlements',
  'refunds',
] as const;
export type ListName = (typeof LISTS)[number];
/** Whether the card of an incoming call is shown (PEOP-07). */
export const CALL_CARDS = ['shown', 'hidden'] as const;
/** The language tags of the user interface (LANG-01). */
export const LANGUAGES = ['en', 'hi', 'mr', 'ta', 'te', 'kn', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Kinds of recently opened records (WORK-03). */
export const RECENT_KINDS = ['booking', 'user', 'mechanic', 'payment'] as const;

const MAX_ROWS = 100;
const MAX_COLUMNS = 20;
const MAX_NAME_LENGTH = 60;
const MAX_REASON_LENGTH = 300;

const columnsFields = {
  list: oneOf(LISTS),
  /** The headings of the shown columns in display order; empty for the default columns. */
  shown: atMost(MAX_COLUMNS, list(requiredName(MAX_NAME_LENGTH))),
};
const recentFields = { kind: oneOf(RECENT_KINDS), id: recordId };

/** A recently opened record. Only its kind and id are stored; the web app reads its label again. */
export type Recent = DomainOf<typeof recentFields>;
export type ShownColumns = DomainOf<typeof columnsFields>;

const fields = {
  rows: unlessNull(between(1, MAX_ROWS)),
  density: unlessNull(oneOf(DENSITIES)),
  columns: unlessNull(atMost(LISTS.length, list(wireObject(columnsFields)))),
  recents: unlessNull(atMost(10, list(wireObject(recentFields)))),
  /** The administrator's own reasons for decisions on applications (WORK-05). */
  reviewReasons: unlessNull(atMost(9, list(requiredNote(MAX_REASON_LENGTH)))),
  /** Shown by default. */
  callCard: unlessNull(oneOf(CALL_CARDS)),
  language: unlessNull(oneOf(LANGUAGES)),
};
/** An administrator's preferences; null if none are set (VIEW-05). */
export type Preferences = DomainOf<typeof fields>;
export const preferences: Wire<Preferences> = wireObject(fields);
/** The preferences that have one value rather than one per list. */
export const SINGLE_PREFERENCES = Object.keys(fields).filter((name) => name !== 'columns');

/** VIEW-05 */
export const savePreferences = endpoint('savePreferences', 'PATCH /admin/preferences', {
  permission: 'signed-in',
  summary:
    'Sets some of the caller’s preferences and leaves the others unchanged; `columns` sets those of the given lists. GET /admin/ownprofile returns them.',
  body: preferences,
  response: success({}),
});
