import { RUN_STATES } from './filter-values.ts';
import { RUN_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fileText, flag, instant, list, maybe, numeric, openEnum, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { payableRupees, positiveRupees, rupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import {
  accountNumber,
  between,
  recordInPath,
  requiredName,
  requiredNote,
  selectedIds,
} from './wire/request-fields.ts';
import { sentenceFields, sentenceKey } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The state of a payment run (BANK-01). */
export type RunState = (typeof RUN_STATES)[number];

/**
 * The states of an amount in a run. `removed` means that it left the run before the bank received it (docs/money.md).
 */
export const RUN_ROW_STATES = ['reserved', 'sent', 'paid', 'failed', 'reversed', 'removed'] as const;
export type RunRowState = (typeof RUN_ROW_STATES)[number];

const RUN_STATE_TEXTS: Readonly<Record<RunState, string>> = {
  waiting: 'Waiting for Approval',
  ready: 'Ready',
  sent: 'With the Bank',
  finished: 'Finished',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  lapsed: 'Expired',
};

const RUN_ROW_STATE_TEXTS: Readonly<Record<RunRowState, string>> = {
  reserved: 'Reserved',
  sent: 'With the Bank',
  paid: 'Paid',
  failed: 'Failed',
  reversed: 'Reversed',
  removed: 'Removed',
};

const textIn = (texts: Readonly<Record<string, string>>, name: string): string => texts[name] ?? name;

/** Returns the text of a run's state for files; an unknown state is returned unchanged. */
export const runStateText = (state: string): string => textIn(RUN_STATE_TEXTS, state);

/** Returns the text of a run row's state for files; an unknown state is returned unchanged. */
export const runRowStateText = (state: string): string => textIn(RUN_ROW_STATE_TEXTS, state);

const MODE_TEXTS: Readonly<Record<string, string>> = {
  own_bank: 'Own bank',
  neft: 'NEFT',
  rtgs: 'RTGS',
  imps: 'IMPS',
  upi: 'UPI',
};

/** Returns the name of a bank transfer mode for screens and files, such as "NEFT". */
export const modeText = (mode: string | null): string | null => MODE_TEXTS[mode ?? ''] ?? mode;

/** Payment statuses that a bank reports (BANK-03). */
export const BANK_STATUSES = ['paid', 'failed', 'reversed', 'processing'] as const;
export type BankStatus = (typeof BANK_STATUSES)[number];

/** The number of days after which an unapproved run expires. */
export const RUN_EXPIRY_DAYS = 7;
/** The maximum number of mechanics in a run, even if the bank accepts more. */
export const MAX_ROWS_OF_RUN = 50_000;

const MAX_KEY_LENGTH = 100;
const MAX_ACCOUNT_LENGTH = 40;
const MAX_REASON_LENGTH = 500;

const tag = 'payment-runs';
/** Requirement BANK-02, unless a call names others. */
const endpoint = endpointsOf(tag);
const permission = 'money:move';
const readPermission = 'payouts:read';
const PATH = '/admin/payment-runs';

const selected = {
  profile: requiredName(MAX_KEY_LENGTH),
  ids: maybe(selectedIds),
  /** Selects all mechanics with a positive balance, instead of `ids`. */
  all: flag,
  /** Mechanics with a lower balance are excluded. */
  minimumPaise: maybe(payableRupees),
};
const SELECTED_SPELLINGS = { minimumPaise: 'minimum' } as const;

const payeeFields = {
  mechanicId: recordId,
  name: maybe(text),
  /** The balance, less reserved amounts and amounts in transit. */
  amountPaise: rupees,
  mode: maybe(text),
  /** The masked account number or UPI id. */
  destination: maybe(text),
  ifsc: maybe(text),
  preferredMethod: maybe(text),
  /** Why the mechanic cannot be in the run; null for a payee. */
  issue: maybe(text),
  issueKey: sentenceKey,
};
/** A mechanic who was chosen for a run (BANK-01). */
export type RunPayee = DomainOf<typeof payeeFields>;

const previewFields = {
  payees: list(wireObject(payeeFields, { amountPaise: 'amount' })),
  excluded: list(wireObject(payeeFields, { amountPaise: 'amount' })),
  totalPaise: rupees,
  /** Whether another user must approve the run (TEAM-06). */
  needsApproval: flag,
};
/** The preview of a run: planned payments and excluded mechanics. */
export type RunPreview = DomainOf<typeof previewFields>;

/** BANK-01 */
export const previewRun = endpoint('previewRun', `POST ${PATH}/preview`, {
  isChange: false,
  permission,
  summary:
    'Previews a run: payees with method and amount, and excluded mechanics with reasons. `ids` are mechanics; `all` selects all with a positive balance.',
  body: wireObject(selected, SELECTED_SPELLINGS),
  response: success({ record: wireObject(previewFields, { totalPaise: 'total' }) }, { record: 'data' }),
});

const stateFields = { state: openEnum(RUN_ROW_STATES), count: numeric, amountPaise: rupees };
export type RunProgress = DomainOf<typeof stateFields>;

const runFields = {
  id: recordId,
  number: numeric,
  state: openEnum(RUN_STATES),
  profile: text,
  profileLabel: text,
  /** The masked business account that pays; null if no known key decrypts it. */
  debitAccount: maybe(text),
  rowCount: numeric,
  totalPaise: rupees,
  progress: list(wireObject(stateFields, { amountPaise: 'amount' })),
  createdAt: instant,
  createdById: recordId,
  createdBy: text,
  /** Whether the run needs, or needed, another user's approval. */
  needsApproval: flag,
  lapsesAt: maybe(instant),
  approvedBy: maybe(text),
  approvedAt: maybe(instant),
  /** When the file was created; from then on the amounts are with the bank. */
  sentAt: maybe(instant),
  fileName: maybe(text),
  /** SHA-256 of the file, in hexadecimal digits. */
  fileHash: maybe(text),
  /** When the last row or the run ended. */
  endedAt: maybe(instant),
  endedBy: maybe(text),
  reason: maybe(text),
};
/** A payment run (BANK-01). */
export type PaymentRun = DomainOf<typeof runFields>;
const run: Wire<PaymentRun> = wireObject(runFields, { id: '_id', totalPaise: 'total' });
const runResponse = success({ ...sentenceFields, record: run }, { record: 'data' });

/** BANK-01 */
export const createRun = endpoint('createRun', `POST ${PATH}`, {
  permission,
  needsProof: true,
  summary:
    'Creates a run and reserves its amounts. 409 when it no longer has `seenCount` payees and `seenTotal` rupees. The caller chooses `key`: repeating the same request returns the same run.',
  body: wireObject(
    {
      ...selected,
      /** The business account from which the bank pays. */
      debitAccount: accountNumber(MAX_ACCOUNT_LENGTH),
      seenCount: between(1, MAX_ROWS_OF_RUN),
      seenTotalPaise: positiveRupees,
      key: requiredName(MAX_KEY_LENGTH),
    },
    { ...SELECTED_SPELLINGS, seenTotalPaise: 'seenTotal' },
  ),
  response: runResponse,
  errorCodes: [409],
});

export const { list: listRuns, count: countRuns } = listEndpoints(RUN_LIST, {
  name: 'Runs',
  path: PATH,
  permission: readPermission,
  tag,
  response: pagedResponse(run),
  summary: 'A page of the payment runs, newest first.',
});

export const getRun = endpoint('getRun', `GET ${PATH}/{id}`, {
  permission: readPermission,
  summary: 'One payment run with its progress.',
  params: recordInPath,
  response: runResponse,
  errorCodes: [404],
});

/** TEAM-06 */
export const approveRun = endpoint('approveRun', `POST ${PATH}/{id}/approve`, {
  permission,
  needsProof: true,
  summary: 'Approves a run made by another user; its file can then be made.',
  params: recordInPath,
  response: runResponse,
  errorCodes: [404, 409],
});

const reasonBody = wireObject({ reason: requiredNote(MAX_REASON_LENGTH) });

/** TEAM-06 */
export const rejectRun = endpoint('rejectRun', `POST ${PATH}/{id}/reject`, {
  permission,
  summary: 'Rejects a run made by another user and releases its amounts.',
  params: recordInPath,
  body: reasonBody,
  response: runResponse,
  errorCodes: [404, 409],
});

export const cancelRun = endpoint('cancelRun', `POST ${PATH}/{id}/cancel`, {
  permission,
  summary: 'Cancels a run before its file is made and releases its amounts.',
  params: recordInPath,
  body: reasonBody,
  response: runResponse,
  errorCodes: [404, 409],
});

export const makeRunFile = endpoint('makeRunFile', `POST ${PATH}/{id}/file`, {
  permission,
  needsProof: true,
  summary:
    'Makes the file of a run, once: each amount is checked again, and rows that are no longer owed or whose bank details have changed are removed. Repeating the call returns the same file.',
  params: recordInPath,
  response: runResponse,
  errorCodes: [404, 409],
});

export const downloadRunFile = endpoint('downloadRunFile', `GET ${PATH}/{id}/file`, {
  isChange: true,
  permission,
  needsProof: true,
  summary: 'Downloads the file of a run. Each download is recorded.',
  params: recordInPath,
  isTable: true,
  response: fileText,
  errorCodes: [404, 409],
});

/** BANK-03 */
export const failOpenRows = endpoint('failOpenRows', `POST ${PATH}/{id}/fail`, {
  permission,
  needsProof: true,
  summary:
    'Records that the bank has paid none of the run’s remaining rows, because the file never reached it or was rejected as a whole. 409 when the number of remaining rows is not `seenCount`.',
  params: recordInPath,
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH), seenCount: between(1, MAX_ROWS_OF_RUN) }),
  response: runResponse,
  errorCodes: [404, 409],
});

const profileFields = {
  name: text,
  label: text,
  /** The maximum number of rows in one file. */
  mostRows: numeric,
  /** The business account that paid the last run of the profile. */
  debitAccount: maybe(text),
};
/** A format of bank files (BANK-02). */
export type RunProfile = DomainOf<typeof profileFields>;

export const listRunProfiles = endpoint('listRunProfiles', 'GET /admin/payment-runs/profiles', {
  permission: 'money:move',
  summary: 'The file formats for payment runs: built-in ones and those of BANK_PROFILES.',
  response: success({ rows: list(wireObject(profileFields)) }, { rows: 'data' }),
});
