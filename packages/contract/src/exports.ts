import {
  ACTIVITY_LIST,
  BOOKING_LIST,
  MECHANIC_LIST,
  NOTIFICATION_LIST,
  PAYMENT_LIST,
  PAYMENT_OUT_LIST,
  RUN_LIST,
  USER_LIST,
} from './lists.ts';
import { runRowFilters } from './payment-run-rows.ts';
import { REPORT_FILTER_SPELLINGS, reportFilters } from './roadside-report.ts';
import { endpoint } from './wire/endpoint.ts';
import { maybe, oneOf, recordId } from './wire/fields.ts';
import { dayRangeKeys, exportEndpoint, exportFormat, listExport, monthRangeKeys } from './wire/list-endpoints.ts';
import { markedIds, searchText } from './wire/request-fields.ts';
import { success, wireObject } from './wire/wire-object.ts';

/** How a balance stands (PAYO-02). */
export const BALANCE_FILTERS = ['all', 'available', 'negative', 'zero'] as const;

/** Rows about persons or money. */
const sensitiveExport = <Q>(declared: Omit<Parameters<typeof exportEndpoint<Q>>[0], 'permission' | 'needsProof'>) =>
  exportEndpoint({ ...declared, permission: 'lists:export', needsProof: true });

const AS_TABLE = 'as a table for a spreadsheet; the filters are those of the list.';

/** GET /admin/export/bookings: the bookings that the filters leave, in the order of the list (VIEW-08). */
export const exportBookings = listExport(BOOKING_LIST, { name: 'Bookings', summary: `Bookings ${AS_TABLE}` });

/** GET /admin/export/users: the customers that the search leaves (VIEW-08). */
export const exportUsers = listExport(USER_LIST, { name: 'Users', summary: `Customers ${AS_TABLE}` });

/** GET /admin/export/mechanics: the mechanics that the filters leave, without bank accounts and documents (VIEW-08). */
export const exportMechanics = listExport(MECHANIC_LIST, { name: 'Mechanics', summary: `Mechanics ${AS_TABLE}` });

/** GET /admin/export/payments: the payments that the filters leave, newest first (API-17). */
export const exportPayments = listExport(PAYMENT_LIST, { name: 'Payments', summary: `Payments ${AS_TABLE}` });

/** GET /admin/export/payments-out: payouts and loyalty payments that the filters leave, with their transaction ids (VIEW-01). */
export const exportPaymentsOut = listExport(PAYMENT_OUT_LIST, {
  name: 'PaymentsOut',
  summary: `Payouts and loyalty payments ${AS_TABLE}`,
});

/** GET /admin/export/notifications: newest first, for those who read them (VIEW-08). */
export const exportNotifications = listExport(NOTIFICATION_LIST, {
  name: 'Notifications',
  permission: 'notifications:manage',
  summary: `Notifications ${AS_TABLE} \`search\` matches any part of message or type.`,
  fields: { search: maybe(searchText) },
});

/** GET /admin/export/activity: the entries that the filters leave, newest first; the export is an entry itself (PRIV-03). */
export const exportActivity = listExport(ACTIVITY_LIST, {
  name: 'Activity',
  permission: 'activity:read',
  summary: `The activity log ${AS_TABLE}`,
});

/** GET /admin/export/payouts: the mechanics that the screen's filters leave, each with totals (API-17). */
export const exportPayouts = sensitiveExport({
  name: 'exportPayouts',
  path: 'payouts',
  summary: 'Mechanics with what they earned, were paid and are owed, as a table; `search` by name, id or phone.',
  query: wireObject({
    search: maybe(searchText),
    balance: maybe(oneOf(BALANCE_FILTERS)),
    selection: maybe(recordId),
    ...exportFormat,
  }),
});

/** GET /admin/export/payment-runs: newest first, with masked accounts (VIEW-08). */
export const exportRuns = listExport(RUN_LIST, {
  name: 'Runs',
  summary: `Payment runs ${AS_TABLE}`,
  isSelectable: false,
});

/** GET /admin/export/payment-run-rows: in the order of the bank file, with masked accounts (VIEW-08). */
export const exportRunRows = sensitiveExport({
  name: 'exportRunRows',
  path: 'payment-run-rows',
  summary: 'The rows of the payment run `run` as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ id: recordId, ...runRowFilters, ...exportFormat }, { id: 'run' }),
  errorCodes: [404],
});

/** GET /admin/export/bank-result-issues: the lines of a bank result file that need a person (VIEW-08). */
export const exportResultIssues = sensitiveExport({
  name: 'exportResultIssues',
  path: 'bank-result-issues',
  summary:
    'The lines of the bank result file `file` that need a person, as a table for a spreadsheet, with the line numbers and the reasons.',
  query: wireObject({ id: recordId, ...exportFormat }, { id: 'file' }),
  errorCodes: [404],
});

/**
 * GET /admin/export/statement: every ledger row of one mechanic, oldest first, with the balance after each (API-17); of some days in
 * the order of the books, between the balances before and after them (CLOS-02).
 */
export const exportStatement = sensitiveExport({
  name: 'exportStatement',
  path: 'statement',
  summary:
    'One mechanic’s ledger, oldest row first, with the balance after each row. With `from` or `to`, days of the business, the rows in the books of these days, with the opening and the closing balance.',
  query: wireObject({ mechanicId: recordId, ...dayRangeKeys, ...exportFormat }, { mechanicId: 'mechanic' }),
  errorCodes: [404],
});

/** GET /admin/export/income: the income of the platform by month, and its total (CLOS-02). */
export const exportIncome = sensitiveExport({
  name: 'exportIncome',
  path: 'income',
  summary: 'The income of the platform by month as a table for a spreadsheet; the months are those of the summary.',
  query: wireObject({ ...monthRangeKeys, ...exportFormat }),
});

/** GET /admin/export/journal: a line for each debit and credit, in the order of the books (CLOS-02). */
export const exportJournal = sensitiveExport({
  name: 'exportJournal',
  path: 'journal',
  summary:
    'The journal of the days `from` to `to`, both included and either open: a line for each debit and credit. The lines of an entry balance, and so does the file.',
  query: wireObject({ ...dayRangeKeys, ...exportFormat }),
});

/** GET /admin/export/roadside: the emergencies that a figure of the report stands for, with how long each phase took (ROAD-07). */
export const exportRoadside = sensitiveExport({
  name: 'exportRoadside',
  path: 'roadside',
  summary:
    'The emergencies behind a figure of the roadside report as a table for a spreadsheet; the filters are those of its rows.',
  query: wireObject({ ...reportFilters, ...exportFormat }, REPORT_FILTER_SPELLINGS),
});

const searched = wireObject({ search: maybe(searchText), ...exportFormat });
const CATALOGUE = 'a table for a spreadsheet; `search` is that of the list.';

/** GET /admin/export/services (VIEW-08). */
export const exportServices = exportEndpoint({
  name: 'exportServices',
  path: 'services',
  permission: 'records:read',
  summary: `Regular services as ${CATALOGUE}`,
  query: searched,
});

/** GET /admin/export/parts: those of a service (VIEW-08). */
export const exportParts = exportEndpoint({
  name: 'exportParts',
  path: 'parts',
  permission: 'records:read',
  summary: `The parts of the service \`service\` as ${CATALOGUE}`,
  query: wireObject({ serviceId: recordId, search: maybe(searchText), ...exportFormat }, { serviceId: 'service' }),
  errorCodes: [404],
});

/** GET /admin/export/sos-services (VIEW-08). */
export const exportSosServices = exportEndpoint({
  name: 'exportSosServices',
  path: 'sos-services',
  permission: 'records:read',
  summary: `SOS services as ${CATALOGUE}`,
  query: searched,
});

/** GET /admin/export/slots (VIEW-08). */
export const exportSlots = exportEndpoint({
  name: 'exportSlots',
  path: 'slots',
  permission: 'records:read',
  summary: `Time slots as ${CATALOGUE}`,
  query: searched,
});

/** GET /admin/export/vehicle-models (VIEW-08). */
export const exportVehicleModels = exportEndpoint({
  name: 'exportVehicleModels',
  path: 'vehicle-models',
  permission: 'records:read',
  summary: `Vehicle models as ${CATALOGUE}`,
  query: searched,
});

/** GET /admin/export/job-rows: the rows of a job with their results, without names (VIEW-07). */
export const exportJobRows = exportEndpoint({
  name: 'exportJobRows',
  path: 'job-rows',
  permission: 'people:block',
  summary: 'The rows of a job with what came of each, by their ids.',
  query: wireObject({ jobId: recordId, ...exportFormat }, { jobId: 'job' }),
  errorCodes: [404],
});

/** The lists whose rows can be marked and exported (VIEW-07). */
export const MARKED_LISTS = [
  'bookings',
  'users',
  'mechanics',
  'payments',
  'payouts',
  'notifications',
  'activity',
] as const;
export type MarkedList = (typeof MARKED_LISTS)[number];

/** POST /admin/selections: marked rows, which are too many for an address, for the next export (VIEW-07). */
export const createSelection = endpoint({
  name: 'createSelection',
  method: 'POST',
  path: '/admin/selections',
  permission: 'signed-in',
  summary:
    'Keeps the ids of marked rows of a list for an hour, for an export by the same administrator, whose `selection` is the id of the answer.',
  tag: 'exports',
  body: wireObject({ list: oneOf(MARKED_LISTS), ids: markedIds }),
  answer: success({ id: recordId }, { id: 'selection' }),
});
