import {
  ACTIVITY_LIST,
  BOOKING_LIST,
  MECHANIC_LIST,
  NOTIFICATION_LIST,
  PAYMENT_LIST,
  PAYMENT_OUT_LIST,
  REFUND_LIST,
  RUN_LIST,
  SETTLEMENT_LINE_LIST,
  USER_LIST,
} from './lists.ts';
import { runRowFilters } from './payment-run-rows.ts';
import { REPORT_FILTER_SPELLINGS, reportFilters } from './roadside-report.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { maybe, oneOf, recordId } from './wire/fields.ts';
import { dayRangeKeys, exportEndpoint, exportFormat, listExport, monthRangeKeys } from './wire/list-endpoints.ts';
import { searchText, selectedIds } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { success, wireObject } from './wire/wire-object.ts';

/** Requirement VIEW-08, unless a call names others. */
const endpoint = endpointsOf('exports');

/** The sign of a balance (PAYO-02). */
export const BALANCE_FILTERS = ['all', 'available', 'negative', 'zero'] as const;

/** Declares an export of rows about people or money, which needs a recent proof of identity. */
const sensitiveExport = <Q>(declared: Omit<Parameters<typeof exportEndpoint<Q>>[0], 'permission' | 'needsProof'>) =>
  exportEndpoint({ ...declared, permission: 'lists:export', needsProof: true });

const AS_TABLE = 'as a table for a spreadsheet; the filters are those of the list.';

export const exportBookings = listExport(BOOKING_LIST, { name: 'Bookings', summary: `Bookings ${AS_TABLE}` });

export const exportUsers = listExport(USER_LIST, { name: 'Users', summary: `Customers ${AS_TABLE}` });

/** The export excludes bank accounts and documents (VIEW-08). */
export const exportMechanics = listExport(MECHANIC_LIST, { name: 'Mechanics', summary: `Mechanics ${AS_TABLE}` });

/** API-17 */
export const exportPayments = listExport(PAYMENT_LIST, { name: 'Payments', summary: `Payments ${AS_TABLE}` });

/** VIEW-01 */
export const exportPaymentsOut = listExport(PAYMENT_OUT_LIST, {
  name: 'PaymentsOut',
  summary: `Payouts and loyalty payments ${AS_TABLE}`,
});

export const exportRefunds = listExport(REFUND_LIST, {
  name: 'Refunds',
  summary: `Refunds and disputes ${AS_TABLE}`,
});

export const exportNotifications = listExport(NOTIFICATION_LIST, {
  name: 'Notifications',
  permission: 'notifications:manage',
  summary: `Notifications ${AS_TABLE} \`search\` matches any part of message or type.`,
  fields: { search: maybe(searchText) },
});

/** This export is itself recorded as an activity entry (PRIV-03). */
export const exportActivity = listExport(ACTIVITY_LIST, {
  name: 'Activity',
  permission: 'activity:read',
  summary: `The activity log ${AS_TABLE}`,
});

/** API-17 */
export const exportPayouts = sensitiveExport({
  name: 'exportPayouts',
  path: 'payouts',
  summary: 'Mechanics with their earnings, payouts and balances, as a table; `search` by name, id or phone.',
  query: wireObject({
    search: maybe(searchText),
    balance: maybe(oneOf(BALANCE_FILTERS)),
    selection: maybe(recordId),
    ...exportFormat,
  }),
});

export const exportRuns = listExport(RUN_LIST, {
  name: 'Runs',
  summary: `Payment runs ${AS_TABLE}`,
  isSelectable: false,
});

/** RECON-03 */
export const exportSettlementLines = listExport(SETTLEMENT_LINE_LIST, {
  name: 'SettlementLines',
  summary: `Settlement lines ${AS_TABLE}`,
  isSelectable: false,
});

export const exportRunRows = sensitiveExport({
  name: 'exportRunRows',
  path: 'payment-run-rows',
  summary: 'The rows of the payment run `run` as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ id: recordId, ...runRowFilters, ...exportFormat }, { id: 'run' }),
  errorCodes: [404],
});

export const exportResultIssues = sensitiveExport({
  name: 'exportResultIssues',
  path: 'bank-result-issues',
  summary:
    'The lines of the bank result file `file` that need a person, as a table for a spreadsheet, with the line numbers and the reasons.',
  query: wireObject({ id: recordId, ...exportFormat }, { id: 'file' }),
  errorCodes: [404],
});

/** API-17, CLOS-02 */
export const exportStatement = sensitiveExport({
  name: 'exportStatement',
  path: 'statement',
  summary:
    'One mechanic’s ledger, oldest row first, with the balance after each row. With `from` or `to`, days of the business, the rows in the books of these days, with the opening and the closing balance.',
  query: wireObject({ mechanicId: recordId, ...dayRangeKeys, ...exportFormat }, { mechanicId: 'mechanic' }),
  errorCodes: [404],
});

/** CLOS-02 */
export const exportIncome = sensitiveExport({
  name: 'exportIncome',
  path: 'income',
  summary: 'The income of the platform by month as a table for a spreadsheet; the months are those of the summary.',
  query: wireObject({ ...monthRangeKeys, ...exportFormat }),
});

/** CLOS-02 */
export const exportJournal = sensitiveExport({
  name: 'exportJournal',
  path: 'journal',
  summary:
    'The journal of the days `from` to `to`, both included and either open: a line for each debit and credit. The lines of an entry balance, and so does the file.',
  query: wireObject({ ...dayRangeKeys, ...exportFormat }),
});

/** ROAD-07 */
export const exportRoadside = sensitiveExport({
  name: 'exportRoadside',
  path: 'roadside',
  summary: 'The emergencies counted by a stat of the roadside report, as a spreadsheet; same filters as its rows.',
  query: wireObject({ ...reportFilters, ...exportFormat }, REPORT_FILTER_SPELLINGS),
});

const catalogueExport = <Q>(
  name: string,
  path: string,
  rows: string,
  query: Wire<Q>,
  errorCodes?: readonly number[],
) =>
  exportEndpoint({
    name,
    path,
    permission: 'records:read',
    summary: `${rows} as a table for a spreadsheet; \`search\` is that of the list.`,
    query,
    ...(errorCodes && { errorCodes }),
  });
const searched = wireObject({ search: maybe(searchText), ...exportFormat });

export const exportServices = catalogueExport('exportServices', 'services', 'Regular services', searched);

export const exportParts = catalogueExport(
  'exportParts',
  'parts',
  'The parts of the service `service`',
  wireObject({ serviceId: recordId, search: maybe(searchText), ...exportFormat }, { serviceId: 'service' }),
  [404],
);

export const exportSosServices = catalogueExport('exportSosServices', 'sos-services', 'SOS services', searched);

export const exportSlots = catalogueExport('exportSlots', 'slots', 'Time slots', searched);

export const exportVehicleModels = catalogueExport(
  'exportVehicleModels',
  'vehicle-models',
  'Vehicle models',
  searched,
);

/** VIEW-07 */
export const exportJobRows = exportEndpoint({
  name: 'exportJobRows',
  path: 'job-rows',
  permission: 'people:block',
  summary: 'The rows of a job with their results, by id.',
  query: wireObject({ jobId: recordId, ...exportFormat }, { jobId: 'job' }),
  errorCodes: [404],
});

/** The lists with rows that users can select and export (VIEW-07). */
export const SELECTABLE_LISTS = [
  'bookings',
  'users',
  'mechanics',
  'payments',
  'refunds',
  'payouts',
  'notifications',
  'activity',
] as const;
export type SelectableListName = (typeof SELECTABLE_LISTS)[number];

/** Stores the ids of selected rows for the next export, because they are too many for a URL (VIEW-07). */
export const createSelection = endpoint('createSelection', 'POST /admin/selections', {
  permission: 'signed-in',
  summary:
    'Stores the ids of selected rows of a list for an hour, for an export by the same administrator; pass the returned id as `selection`.',
  body: wireObject({ list: oneOf(SELECTABLE_LISTS), ids: selectedIds }),
  response: success({ id: recordId }, { id: 'selection' }),
});
