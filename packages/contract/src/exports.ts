import { activityFilterNames, activityFilters } from './activity.ts';
import { BOOKING_FILTER_SPELLINGS, bookingFilters } from './bookings.ts';
import { exportFormat } from './export-format.ts';
import { mechanicFilters } from './mechanics.ts';
import { runRowFilters } from './payment-run-rows.ts';
import { runFilters } from './payment-runs.ts';
import { PAYMENT_FILTER_SPELLINGS, paymentFilters } from './payments.ts';
import { paymentOutFilters } from './payments-out.ts';
import { REPORT_FILTER_SPELLINGS, reportFilters } from './roadside-report.ts';
import { userFilters } from './users.ts';
import { type Endpoint, endpoint } from './wire/endpoint.ts';
import { fileText, flag, maybe, oneOf, recordId } from './wire/fields.ts';
import { dayRangeKeys, monthRangeKeys, sortKey } from './wire/list-query.ts';
import type { Permission } from './wire/permissions.ts';
import { searchText } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { wireObject } from './wire/wire-object.ts';

/** How a balance stands (PAYO-02). */
export const BALANCE_FILTERS = ['all', 'available', 'negative', 'zero'] as const;

/** The query key `selection` of an export: marked rows instead of those that the filters leave (VIEW-07). */
const marked = { selection: maybe(recordId) };

/** A call that answers with a table; its permission is known, so that the file ends when the role may not read on. */
export type ExportEndpoint<Q> = Endpoint<Record<string, never>, Q, null, string> & {
  readonly permission: Permission;
};

interface Declared<Q> {
  readonly name: string;
  /** The end of the path: "sos-services". */
  readonly path: string;
  readonly permission: Permission;
  /** Whether it holds persons or money (TEAM-05). */
  readonly needsProof?: boolean;
  readonly summary: string;
  readonly query: Wire<Q>;
  readonly errorCodes?: readonly number[];
}

const exportEndpoint = <Q>({ name, path, permission, ...declared }: Declared<Q>): ExportEndpoint<Q> => ({
  ...endpoint<Record<string, never>, Q, null, string>({
    ...declared,
    name,
    permission,
    method: 'GET',
    path: `/admin/export/${path}`,
    tag: 'exports',
    answer: fileText,
    isTable: true,
  }),
  permission,
});

/** Rows about persons or money. */
const listExport = <Q>(declared: Omit<Declared<Q>, 'permission' | 'needsProof'>): ExportEndpoint<Q> =>
  exportEndpoint({ ...declared, permission: 'lists:export', needsProof: true });

/** GET /admin/export/bookings: the bookings that the filters leave, in the order of the list (VIEW-08). */
export const exportBookings = listExport({
  name: 'exportBookings',
  path: 'bookings',
  summary: 'Bookings as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ ...bookingFilters, ...marked, ...exportFormat }, BOOKING_FILTER_SPELLINGS),
});

/** GET /admin/export/users: the customers that the search leaves (VIEW-08). */
export const exportUsers = listExport({
  name: 'exportUsers',
  path: 'users',
  summary: 'Customers as a table for a spreadsheet; search and order are those of the list.',
  query: wireObject({ ...userFilters, ...marked, ...exportFormat }),
});

/** GET /admin/export/mechanics: the mechanics that the filters leave, without bank accounts and documents (VIEW-08). */
export const exportMechanics = listExport({
  name: 'exportMechanics',
  path: 'mechanics',
  summary: 'Mechanics as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ ...mechanicFilters, ...marked, ...exportFormat }),
});

/** GET /admin/export/payments: the payments that the screen's filters leave, newest first (API-17). */
export const exportPayments = listExport({
  name: 'exportPayments',
  path: 'payments',
  summary: 'Payments as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ ...paymentFilters, ...marked, ...exportFormat }, PAYMENT_FILTER_SPELLINGS),
});

/** GET /admin/export/payouts: the mechanics that the screen's filters leave, each with totals (API-17). */
export const exportPayouts = listExport({
  name: 'exportPayouts',
  path: 'payouts',
  summary: 'Mechanics with what they earned, were paid and are owed, as a table; `search` by name, id or phone.',
  query: wireObject({
    search: maybe(searchText),
    balance: maybe(oneOf(BALANCE_FILTERS)),
    ...marked,
    ...exportFormat,
  }),
});

/** GET /admin/export/payments-out: payouts and loyalty payments that the filters leave, with their transaction ids (VIEW-01). */
export const exportPaymentsOut = listExport({
  name: 'exportPaymentsOut',
  path: 'payments-out',
  summary: 'Payouts and loyalty payments as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ ...paymentOutFilters, ...exportFormat }),
});

/** GET /admin/export/payment-runs: newest first, with masked accounts (VIEW-08). */
export const exportRuns = listExport({
  name: 'exportRuns',
  path: 'payment-runs',
  summary: 'Payment runs as a table for a spreadsheet, newest first; the filter is that of the list.',
  query: wireObject({ ...runFilters, ...exportFormat }),
});

/** GET /admin/export/payment-run-rows: in the order of the bank file, with masked accounts (VIEW-08). */
export const exportRunRows = listExport({
  name: 'exportRunRows',
  path: 'payment-run-rows',
  summary: 'The rows of the payment run `run` as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ id: recordId, ...runRowFilters, ...exportFormat }, { id: 'run' }),
  errorCodes: [404],
});

/** GET /admin/export/bank-result-issues: the lines of a bank result file that need a person (VIEW-08). */
export const exportResultIssues = listExport({
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
export const exportStatement = listExport({
  name: 'exportStatement',
  path: 'statement',
  summary:
    'One mechanic’s ledger, oldest row first, with the balance after each row. With `from` or `to`, days of the business, the rows in the books of these days, with the opening and the closing balance.',
  query: wireObject({ mechanicId: recordId, ...dayRangeKeys, ...exportFormat }, { mechanicId: 'mechanic' }),
  errorCodes: [404],
});

/** GET /admin/export/income: the income of the platform by month, and its total (CLOS-02). */
export const exportIncome = listExport({
  name: 'exportIncome',
  path: 'income',
  summary: 'The income of the platform by month as a table for a spreadsheet; the months are those of the summary.',
  query: wireObject({ ...monthRangeKeys, ...exportFormat }),
});

/** GET /admin/export/journal: a line for each debit and credit, in the order of the books (CLOS-02). */
export const exportJournal = listExport({
  name: 'exportJournal',
  path: 'journal',
  summary:
    'The journal of the days `from` to `to`, both included and either open: a line for each debit and credit. The lines of an entry balance, and so does the file.',
  query: wireObject({ ...dayRangeKeys, ...exportFormat }),
});

/** GET /admin/export/roadside: the emergencies that a figure of the report stands for, with how long each phase took (ROAD-07). */
export const exportRoadside = listExport({
  name: 'exportRoadside',
  path: 'roadside',
  summary:
    'The emergencies behind a figure of the roadside report as a table for a spreadsheet; the filters are those of its rows.',
  query: wireObject({ ...reportFilters, ...exportFormat }, REPORT_FILTER_SPELLINGS),
});

/** GET /admin/export/notifications: newest first, for those who read them (VIEW-08). */
export const exportNotifications = exportEndpoint({
  name: 'exportNotifications',
  path: 'notifications',
  permission: 'notifications:manage',
  needsProof: true,
  summary:
    'Notifications as a table for a spreadsheet, newest first; `failed` is that of the list, `search` any part of message or type.',
  query: wireObject({ search: maybe(searchText), failed: maybe(flag), ...marked, ...exportFormat }),
});

/** GET /admin/export/activity: the entries that the filters leave, newest first; the export is an entry itself (PRIV-03). */
export const exportActivity = exportEndpoint({
  name: 'exportActivity',
  path: 'activity',
  permission: 'activity:read',
  needsProof: true,
  summary: 'The activity log as a table for a spreadsheet; the filters are those of the list.',
  query: wireObject({ ...activityFilters, sort: sortKey('date'), ...marked, ...exportFormat }, activityFilterNames),
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
