import { LINE_STATES, SETTLEMENT_FILE_KINDS, SETTLEMENT_STATES } from './filter-values.ts';
import { SETTLEMENT_FILE_LIST, SETTLEMENT_LINE_LIST, SETTLEMENT_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fileText, flag, instant, list, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { payableRupees, signedRupees } from './wire/money.ts';
import { pagedAnswer, wholeList } from './wire/paging.ts';
import {
  atMost,
  fileContent,
  markedIds,
  optionalName,
  optionalNote,
  recordInPath,
  requiredName,
  requiredNote,
  rowNumber,
} from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';
import { saidFields } from './wire/said.ts';

/** The maximum size of a file: about 100,000 lines of the widest report. */
export const MAX_SETTLEMENT_FILE_BYTES = 52_428_800;
export const MAX_SETTLEMENT_LINES = 200_000;

/** What a line is about. Credits and debits are those of a bank statement. */
export const LINE_TYPES = ['payment', 'refund', 'chargeback', 'adjustment', 'credit', 'debit'] as const;
export type LineType = (typeof LINE_TYPES)[number];
export type LineState = (typeof LINE_STATES)[number];
export type SettlementState = (typeof SETTLEMENT_STATES)[number];
export type SettlementFileKind = (typeof SETTLEMENT_FILE_KINDS)[number];

/** By what a line was matched, in this order (RECON-02). Amount and day alone are only offered to a person. */
export const MATCH_STEPS = ['payment_id', 'order_id', 'utr', 'person'] as const;
export type MatchStep = (typeof MATCH_STEPS)[number];

/** How a person has resolved an exception (RECON-03). */
export const RESOLUTIONS = ['linked', 'split', 'written_off', 'ignored'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const LINE_STATE_TEXTS: Readonly<Record<LineState, string>> = {
  matched: 'Matched',
  amount_differs: 'Amount differs',
  missing_here: 'Missing here',
  missing_there: 'Missing there',
  duplicate: 'Duplicate',
  refunded: 'Refunded',
  ignored: 'Ignored',
};

const MAX_NAME_LENGTH = 200;
const MAX_NOTE_LENGTH = 500;
const MAX_PARTS = 20;
/** How many exceptions one call resolves. */
export const MAX_RESOLVED = 500;

const tag = 'settlements';
/** RECON-01, unless a call names other requirements. */
const endpoint = endpointsOf(tag);
const permission = 'settlements:reconcile';
const FILES = '/admin/settlement-files';
const LINES = '/admin/settlement-lines';

const sumFields = { state: openEnum(LINE_STATES), count: numeric, amountPaise: signedRupees };
const sum = wireObject(sumFields, { amountPaise: 'amount' });
/** The lines of a file in one state. */
export type StateSum = DomainOf<typeof sumFields>;

const fileFields = {
  id: recordId,
  kind: openEnum(SETTLEMENT_FILE_KINDS),
  profile: text,
  profileLabel: text,
  name: text,
  /** SHA-256 of the file, in hexadecimal digits. */
  hash: text,
  lineCount: numeric,
  /** The sum of all lines; refunds, chargebacks and debits are below 0. */
  totalPaise: signedRupees,
  /** By state; they add up to the total (RECON-02). */
  sums: list(sum),
  openCount: numeric,
  firstDay: text,
  lastDay: text,
  uploadedAt: instant,
  /** The email of the administrator or the name of the service key. */
  uploadedBy: text,
  /** Null while it waits for its lines to be matched. */
  matchedAt: maybe(instant),
};
/** A settlement report or bank statement (RECON-01). */
export type SettlementFile = DomainOf<typeof fileFields>;
const file: Wire<SettlementFile> = wireObject(fileFields, { id: '_id', totalPaise: 'total' });
const fileAnswer = success({ ...saidFields, record: file }, { record: 'data' });

const fileBody = wireObject({
  profile: requiredName(MAX_NAME_LENGTH),
  name: optionalName(MAX_NAME_LENGTH),
  file: fileContent,
});
const fileUpload = {
  body: fileBody,
  fileLimitBytes: MAX_SETTLEMENT_FILE_BYTES,
  answer: fileAnswer,
  errorCodes: [413, 415],
} as const;

export const uploadSettlementFile = endpoint('uploadSettlementFile', `POST ${FILES}`, {
  permission,
  summary:
    'Takes a settlement report or bank statement, 50 MB and 200,000 lines at most, and matches its lines in the background. The same file again changes nothing and answers with the first one. 400 names the lines that cannot be read; nothing is stored then.',
  ...fileUpload,
});

export const sendSettlementFile = endpoint('sendSettlementFile', 'POST /settlement-files', {
  permission: 'service-key',
  summary: 'The same for a program. The key needs the scope `settlements`.',
  ...fileUpload,
});

export const { list: listSettlementFiles, count: countSettlementFiles } = listEndpoints(SETTLEMENT_FILE_LIST, {
  name: 'SettlementFiles',
  path: FILES,
  permission,
  tag,
  answer: pagedAnswer(file),
  summary: 'A page of the settlement reports and bank statements, newest first, with the sums by state.',
});

export const getSettlementFile = endpoint('getSettlementFile', `GET ${FILES}/{id}`, {
  permission,
  summary: 'One settlement report or bank statement with the sums by state.',
  params: recordInPath,
  answer: fileAnswer,
  errorCodes: [404],
});

export const downloadSettlementFile = endpoint('downloadSettlementFile', `GET ${FILES}/{id}/content`, {
  isChange: true,
  permission,
  needsProof: true,
  summary: 'Downloads a file as it was uploaded. Each download is recorded.',
  params: recordInPath,
  isTable: true,
  answer: fileText,
  errorCodes: [404],
});

const profileFields = { name: text, label: text, kind: openEnum(SETTLEMENT_FILE_KINDS) };
/** A format of settlement reports or bank statements. */
export type SettlementProfile = DomainOf<typeof profileFields>;

export const listSettlementProfiles = endpoint('listSettlementProfiles', 'GET /admin/settlement-profiles', {
  permission,
  summary:
    'The formats of settlement reports and bank statements: those of the product, then those of SETTLEMENT_PROFILES.',
  answer: wholeList(wireObject(profileFields)),
});

const lineFields = {
  id: text,
  /** Null for a payment that no report names, and for a settlement without a bank credit. */
  fileId: maybe(recordId),
  fileName: maybe(text),
  source: text,
  /** Of the file, from 1. */
  line: maybe(numeric),
  type: openEnum(LINE_TYPES),
  state: openEnum(LINE_STATES),
  /** By what it was matched. */
  step: maybe(openEnum(MATCH_STEPS)),
  /** Whether a person must resolve it. */
  isOpen: flag,
  reference: maybe(text),
  orderId: maybe(text),
  utr: maybe(text),
  settlementReference: maybe(text),
  /** The day in the file. */
  reportedOn: maybe(text),
  /** The day of the payment, of the line where there is none; ages count from it. */
  day: text,
  ageDays: numeric,
  amountPaise: signedRupees,
  feePaise: signedRupees,
  taxPaise: signedRupees,
  netPaise: signedRupees,
  /** What the records here say; null where there is none. */
  expectedPaise: maybe(signedRupees),
  paymentId: maybe(recordId),
  /** Why it is ignored, or what is wrong with it. */
  reason: maybe(text),
  ownerId: maybe(recordId),
  owner: maybe(text),
  note: maybe(text),
  resolution: maybe(openEnum(RESOLUTIONS)),
  resolvedBy: maybe(text),
  resolvedAt: maybe(instant),
  /** Who requested a write-off above the limit, which somebody else must approve. */
  requestedById: maybe(recordId),
  requestedBy: maybe(text),
  /** What was requested, and why. */
  requestedPaise: maybe(signedRupees),
  requestReason: maybe(text),
};
/** A line of a settlement report or bank statement, a payment that no report names, or a settlement without a bank credit (RECON-02, RECON-03). */
export type SettlementLine = DomainOf<typeof lineFields>;

/** What is not explained of a line, which a write-off gives up or keeps (RECON-03). */
export const openPaise = ({
  state,
  amountPaise,
  expectedPaise,
}: Pick<SettlementLine, 'state' | 'amountPaise' | 'expectedPaise'>): number =>
  Math.abs(amountPaise - (state === 'amount_differs' ? (expectedPaise ?? 0) : 0));

const LINE_SPELLINGS = {
  id: '_id',
  fileId: 'file',
  amountPaise: 'amount',
  feePaise: 'fee',
  taxPaise: 'tax',
  netPaise: 'net',
  expectedPaise: 'expected',
  requestedPaise: 'requestedAmount',
} as const;
const line: Wire<SettlementLine> = wireObject(lineFields, LINE_SPELLINGS);

export const { list: listSettlementLines, count: countSettlementLines } = listEndpoints(SETTLEMENT_LINE_LIST, {
  name: 'SettlementLines',
  path: LINES,
  permission,
  tag,
  answer: pagedAnswer(line),
  summary:
    'A page of settlement lines, the oldest first; by default those that need a person, `show=overdue` for those past T+2, `show=write_offs` for write-offs that somebody else must approve, `show=any` for all. `from` and `to` are days of payments.',
});

const comparedFields = {
  id: recordId,
  transactionId: maybe(text),
  bookingId: maybe(recordId),
  amountPaise: maybe(signedRupees),
  status: maybe(text),
  method: maybe(text),
  day: maybe(text),
  customer: maybe(text),
};
/** A payment here beside a line. */
export type ComparedPayment = DomainOf<typeof comparedFields>;
const compared = wireObject(comparedFields, { bookingId: 'booking', amountPaise: 'amount' });

const partFields = { paymentId: recordId, amountPaise: payableRupees };
const part = wireObject(partFields, { amountPaise: 'amount' });

const detailFields = {
  ...lineFields,
  payment: maybe(compared),
  /** Payments with the amount within a day that no line is matched to; a person decides. */
  candidates: list(compared),
  /** The payments among which a person has split it. */
  parts: list(part),
};
/** A line beside the record here. */
export type SettlementLineDetails = DomainOf<typeof detailFields>;
const lineAnswer = success(
  { ...saidFields, record: wireObject(detailFields, LINE_SPELLINGS) as Wire<SettlementLineDetails> },
  { record: 'data' },
);
const lineInPath = wireObject({ id: rowNumber });

/** RECON-03 */
export const getSettlementLine = endpoint('getSettlementLine', `GET ${LINES}/{id}`, {
  permission,
  summary: 'One line beside the payment here, with payments that it could be.',
  params: lineInPath,
  answer: lineAnswer,
  errorCodes: [404],
});

/** RECON-03 */
export const updateSettlementLine = endpoint('updateSettlementLine', `PATCH ${LINES}/{id}`, {
  permission,
  summary: 'Sets the owner and the note of an exception. An owner must be allowed to reconcile; null is nobody.',
  params: lineInPath,
  body: wireObject({ ownerId: maybe(recordId), note: optionalNote(MAX_NOTE_LENGTH) }, { ownerId: 'owner' }),
  answer: lineAnswer,
  errorCodes: [404, 409],
});

/** RECON-03 */
export const linkSettlementLine = endpoint('linkSettlementLine', `POST ${LINES}/{id}/link`, {
  permission,
  summary: 'Links a line to a payment. 409 when another line is linked to it, or the line does not need a person.',
  params: lineInPath,
  body: wireObject({ paymentId: recordId }),
  answer: lineAnswer,
  errorCodes: [404, 409],
});

/** RECON-03 */
export const splitSettlementLine = endpoint('splitSettlementLine', `POST ${LINES}/{id}/split`, {
  permission,
  summary: 'Splits a line among payments. 409 when the amounts do not add up to the line or a payment has a line.',
  params: lineInPath,
  body: wireObject({ parts: atMost(MAX_PARTS, list(part)) }),
  answer: lineAnswer,
  errorCodes: [404, 409],
});

/** RECON-03 */
export const resolveSettlementLines = endpoint('resolveSettlementLines', `POST ${LINES}/resolve`, {
  permission,
  needsProof: true,
  summary: `Writes off or ignores up to ${MAX_RESOLVED} exceptions of one state. What one person writes off within a day above the limit WRITE_OFF_LIMIT waits for somebody else. Duplicates, and bank credits that are missing here, can be ignored.`,
  body: wireObject({
    ids: markedIds,
    resolution: oneOf(['written_off', 'ignored']),
    reason: requiredNote(MAX_NOTE_LENGTH),
  }),
  answer: success({ ...saidFields, message: text, resolvedCount: numeric, requestedCount: numeric }),
  errorCodes: [404, 409],
});

/** RECON-03 */
export const approveWriteOff = endpoint('approveWriteOff', `POST ${LINES}/{id}/approve`, {
  permission,
  needsProof: true,
  summary:
    'Approves a write-off that somebody else has requested. The body names what the caller saw; 409 when the request or the line is not that any more.',
  params: lineInPath,
  body: wireObject(
    { amountPaise: payableRupees, reason: requiredNote(MAX_NOTE_LENGTH) },
    { amountPaise: 'amount' },
  ),
  answer: lineAnswer,
  errorCodes: [404, 409],
});

/** RECON-03 */
export const rejectWriteOff = endpoint('rejectWriteOff', `POST ${LINES}/{id}/reject`, {
  permission,
  summary:
    'Rejects a write-off that somebody else has requested, or withdraws an own one; the exception is open again.',
  params: lineInPath,
  answer: lineAnswer,
  errorCodes: [404, 409],
});

const settlementFields = {
  id: text,
  source: text,
  reference: maybe(text),
  utr: maybe(text),
  settledOn: maybe(text),
  state: openEnum(SETTLEMENT_STATES),
  lineCount: numeric,
  paymentsPaise: signedRupees,
  adjustmentsPaise: signedRupees,
  /** With chargebacks; 0 or more. */
  refundsPaise: signedRupees,
  feePaise: signedRupees,
  taxPaise: signedRupees,
  /** Payments + adjustments − refunds − fee − tax. */
  netPaise: signedRupees,
  /** What the lines state as their net amounts less that; 0 unless a line does not add up. */
  unexplainedPaise: signedRupees,
  /** Of the bank credit with the UTR; null while there is none. */
  creditPaise: maybe(signedRupees),
  creditedOn: maybe(text),
};
/** A settlement with its bank credit (RECON-02). */
export type Settlement = DomainOf<typeof settlementFields>;

export const { list: listSettlements, count: countSettlements } = listEndpoints(SETTLEMENT_LIST, {
  name: 'Settlements',
  path: '/admin/settlements',
  permission,
  tag,
  answer: pagedAnswer(
    wireObject(settlementFields, {
      id: '_id',
      paymentsPaise: 'payments',
      adjustmentsPaise: 'adjustments',
      refundsPaise: 'refunds',
      feePaise: 'fee',
      taxPaise: 'tax',
      netPaise: 'net',
      unexplainedPaise: 'unexplained',
      creditPaise: 'credit',
    }) as Wire<Settlement>,
  ),
  summary: 'A page of settlements, newest first, each with what it is made of and the bank credit of its UTR.',
});
