import { APPLICATION_STATUSES } from './filter-values.ts';
import { APPLICATION_STATUS_SPELLINGS } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { severalOf } from './wire/list-endpoints.ts';
import { pagedResponse, pageLimit, pageNumber } from './wire/paging.ts';
import { between, recordInPath, requiredName, searchText, selectedIds } from './wire/request-fields.ts';
import { sentenceKey } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** Requirement VIEW-07, unless a call names others. */
const endpoint = endpointsOf('jobs');

/** The actions that a bulk job can apply to its rows (VIEW-07). */
export const JOB_ACTIONS = ['block', 'unblock'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

export const JOB_LISTS = ['users', 'mechanics'] as const;
export type JobList = (typeof JOB_LISTS)[number];

/** The states of a bulk job. `stopped`: the administrator who started it has lost the permission. */
export const JOB_STATES = ['running', 'finished', 'cancelled', 'stopped'] as const;

/** The result of a row: `waiting` while the job is running, `not_reached` if the job ended before this row. */
export const ROW_RESULTS = ['done', 'unchanged', 'refused', 'failed', 'waiting', 'not_reached'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

export const MAX_ROWS_OF_JOB = 250_000;

const MAX_KEY_LENGTH = 100;

const jobFields = {
  id: recordId,
  list: openEnum(JOB_LISTS),
  action: openEnum(JOB_ACTIONS),
  state: openEnum(JOB_STATES),
  startedBy: text,
  createdAt: instant,
  finishedAt: maybe(instant),
  /** The number of rows, which is the sum of the next five numbers. */
  total: numeric,
  done: numeric,
  unchanged: numeric,
  refused: numeric,
  failed: numeric,
  /** Rows that are pending or that the job did not reach. */
  left: numeric,
  /** Why the job ended before its last row. */
  reason: maybe(text),
  reasonKey: sentenceKey,
  /** The job that this job undoes. */
  undoOf: maybe(recordId),
  /** Whether another job is undoing or has undone this job. */
  isUndone: flag,
};

/** A bulk job on selected rows (VIEW-07). */
export type Job = DomainOf<typeof jobFields>;
const job: Wire<Job> = wireObject(jobFields, { id: '_id' });
const jobResponse = success({ record: job }, { record: 'data' });

const groupFields = { result: openEnum(ROW_RESULTS), reason: maybe(text), reasonKey: sentenceKey, count: numeric };
export type JobGroup = DomainOf<typeof groupFields>;
const countResponse = success({ total: numeric, groups: list(wireObject(groupFields)) });
export interface JobCount {
  readonly total: number;
  readonly groups: JobGroup[];
}

const rowFields = {
  recordId,
  name: maybe(text),
  result: openEnum(ROW_RESULTS),
  reason: maybe(text),
  reasonKey: sentenceKey,
  at: maybe(instant),
};
export type JobRow = DomainOf<typeof rowFields>;

/** Either the ids of selected rows or all rows that match the filters, but not both. */
const selected = { action: oneOf(JOB_ACTIONS), ids: maybe(selectedIds), all: flag };
const start = { key: requiredName(MAX_KEY_LENGTH), seenCount: between(1, MAX_ROWS_OF_JOB) };
const ofUsers = { ...selected, search: maybe(searchText) };
const ofMechanics = {
  ...selected,
  search: maybe(searchText),
  status: severalOf(APPLICATION_STATUSES, APPLICATION_STATUS_SPELLINGS),
};

const permission = 'people:block';
const SELECTED = '`ids` are those of selected rows; with `all` they are all that match the filters of the list.';
const STARTED =
  '`key` is the caller’s own: the same request again answers with the job that it has started. 409 when not `seenCount` rows are selected any more.';

export const countUserJob = endpoint('countUserJob', 'POST /admin/users/block-jobs/count', {
  isChange: false,
  permission,
  summary: `How many customers a job would block or unblock. ${SELECTED}`,
  body: wireObject(ofUsers),
  response: countResponse,
});

export const startUserJob = endpoint('startUserJob', 'POST /admin/users/block-jobs', {
  permission,
  summary: `Starts a job that blocks or unblocks customers. ${SELECTED} ${STARTED}`,
  body: wireObject({ ...ofUsers, ...start }),
  response: jobResponse,
  errorCodes: [409],
});

export const countMechanicJob = endpoint('countMechanicJob', 'POST /admin/mechanics/block-jobs/count', {
  isChange: false,
  permission,
  summary: `How many mechanics a job would block or unblock. ${SELECTED}`,
  body: wireObject(ofMechanics),
  response: countResponse,
});

export const startMechanicJob = endpoint('startMechanicJob', 'POST /admin/mechanics/block-jobs', {
  permission,
  summary: `Starts a job that blocks or unblocks mechanics. ${SELECTED} ${STARTED}`,
  body: wireObject({ ...ofMechanics, ...start }),
  response: jobResponse,
  errorCodes: [409],
});

export const listJobs = endpoint('listJobs', 'GET /admin/jobs', {
  permission,
  summary: 'A page of all users’ jobs over selected rows, newest first; they are stored for 90 days.',
  query: wireObject({ page: pageNumber, limit: pageLimit }),
  response: pagedResponse(job),
});

export const getJob = endpoint('getJob', 'GET /admin/jobs/{id}', {
  permission,
  summary: 'One job with its progress.',
  params: recordInPath,
  response: jobResponse,
  errorCodes: [404],
});

export const listJobRows = endpoint('listJobRows', 'GET /admin/jobs/{id}/rows', {
  permission,
  summary: 'A page of the rows of a job, in their order, with the result of each.',
  params: recordInPath,
  query: wireObject({ page: pageNumber, limit: pageLimit, result: maybe(oneOf(ROW_RESULTS)) }),
  response: pagedResponse(wireObject(rowFields, { recordId: 'record' })),
  errorCodes: [404],
});

export const cancelJob = endpoint('cancelJob', 'POST /admin/jobs/{id}/cancel', {
  permission,
  summary: 'Cancels a job. Rows already changed stay changed; 409 when it has already ended.',
  params: recordInPath,
  response: jobResponse,
  errorCodes: [404, 409],
});

export const undoJob = endpoint('undoJob', 'POST /admin/jobs/{id}/undo', {
  permission,
  summary:
    'Starts a job that reverts only the changes of a job. `key` as for starting; 409 while that job runs, or if it has changed nothing.',
  params: recordInPath,
  body: wireObject({ key: start.key }),
  response: jobResponse,
  errorCodes: [404, 409],
});
