import { LINE_STATES } from './filter-values.ts';
import { SETTLEMENT_LINE_LIST } from './lists.ts';
import { optionalFields } from './wire/crud.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { flag, instant, list, maybe, numeric, oneOf, openEnum, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { payableRupees, signedRupees } from './wire/money.ts';
import { pagedResponse } from './wire/paging.ts';
import { atMost, optionalNote, requiredNote, rowNumber, selectedIds } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import { conflictResponse, type Versioned, versioned } from './wire/versioned.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The types of lines. Credits and debits occur only in bank statements. */
export const LINE_TYPES = ['payment', 'refund', 'chargeback', 'adjustment', 'credit', 'debit'] as const;
export type LineType = (typeof LINE_TYPES)[number];
export type LineState = (typeof LINE_STATES)[number];

/**
 * The ways to match a line, in the order in which they are tried (RECON-02). Matches by amount and day alone are only
 * suggested to the user.
 */
export const MATCH_STEPS = ['payment_id', 'order_id', 'utr', 'person'] as const;
export type MatchStep = (typeof MATCH_STEPS)[number];

/** The ways in which a user can resolve an exception (RECON-03). */
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

const MAX_NOTE_LENGTH = 500;
const MAX_PARTS = 20;
/** The maximum number of exceptions that one request can resolve. */
export const MAX_RESOLVED = 500;

const tag = 'settlements';
/** The calls implement RECON-03 unless they name other requirements. */
const endpoint = endpointsOf(tag);
const permission = 'settlements:reconcile';
const LINES = '/admin/settlement-lines';

const lineFields = {
  id: text,
  /** Null for a payment that is in no report, and for a settlement without a bank credit. */
  fileId: maybe(recordId),
  fileName: maybe(text),
  source: text,
  /** The line number in the file, from 1. */
  line: maybe(numeric),
  type: openEnum(LINE_TYPES),
  state: openEnum(LINE_STATES),
  /** How the line was matched. */
  step: maybe(openEnum(MATCH_STEPS)),
  /** Whether a user must resolve the line. */
  isOpen: flag,
  /**
   * Whether the server is still looking for the payment. The line is not open in the meantime, unless it already was.
   */
  isMatching: flag,
  reference: maybe(text),
  orderId: maybe(text),
  utr: maybe(text),
  settlementReference: maybe(text),
  /** The date in the file. */
  reportedOn: maybe(text),
  /** The day of the payment, or of the line if there is no payment. The age is counted from this day. */
  day: text,
  ageDays: numeric,
  amountPaise: signedRupees,
  feePaise: signedRupees,
  taxPaise: signedRupees,
  netPaise: signedRupees,
  /** The amount in our records; null if there is none. */
  expectedPaise: maybe(signedRupees),
  paymentId: maybe(recordId),
  /** Why the line is ignored, or what is wrong with it. */
  reason: maybe(text),
  ownerId: maybe(recordId),
  owner: maybe(text),
  note: maybe(text),
  resolution: maybe(openEnum(RESOLUTIONS)),
  resolvedBy: maybe(text),
  resolvedAt: maybe(instant),
  /** The user who approved a write-off above the limit. */
  approvedBy: maybe(text),
  /** The user who requested a write-off above the limit; another user must approve it. */
  requestedById: maybe(recordId),
  requestedBy: maybe(text),
  /** The requested amount and the reason. */
  requestedPaise: maybe(signedRupees),
  requestReason: maybe(text),
};
/**
 * A line of a settlement report or bank statement, a payment that is in no report, or a settlement without a bank
 * credit (RECON-02, RECON-03).
 */
export type SettlementLine = DomainOf<typeof lineFields>;

type LineAmounts = Pick<SettlementLine, 'state' | 'amountPaise' | 'expectedPaise'>;

/** Returns the unexplained amount of a line. A write-off accepts it as a loss or a gain (RECON-03). */
export const unresolvedPaise = ({ state, amountPaise, expectedPaise }: LineAmounts): number =>
  Math.abs(amountPaise - (state === 'amount_differs' ? (expectedPaise ?? 0) : 0));

/** Returns the amount in the report or statement; null for a payment or settlement that is in neither. */
export const statedPaise = ({ fileId, amountPaise }: Pick<SettlementLine, 'fileId' | 'amountPaise'>) =>
  fileId === null ? null : amountPaise;

/** Returns the stated amount less the expected one; null if there is nothing to compare. */
export function differencePaise(line: LineAmounts & Pick<SettlementLine, 'fileId'>): number | null {
  if (line.state === 'missing_there') return -line.amountPaise;
  if (line.state === 'amount_differs') return line.amountPaise - (line.expectedPaise ?? 0);
  return line.state === 'missing_here' || line.state === 'duplicate' ? line.amountPaise : null;
}

/** Checks whether an exception can be ignored. Other exceptions must be written off. */
export const canBeIgnored = ({ state, type }: Pick<SettlementLine, 'state' | 'type'>): boolean =>
  state === 'duplicate' || (state === 'missing_here' && type === 'credit');

/**
 * Checks whether a user can undo a resolution. A write-off that a second user approved cannot be undone by one user.
 */
export const canBeReopened = ({ resolution, approvedBy }: Pick<SettlementLine, 'resolution' | 'approvedBy'>) =>
  resolution !== null && approvedBy === null;

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
  response: pagedResponse(line),
  summary:
    'A page of settlement lines, the oldest first; by default those that need a person, `show=overdue` for those past T+2, `show=write_offs` for write-offs that another user must approve, `show=any` for all. `from` and `to` are days of payments.',
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
/** One of our payments, shown beside a line for comparison. */
export type ComparedPayment = DomainOf<typeof comparedFields>;
const compared = wireObject(comparedFields, { bookingId: 'booking', amountPaise: 'amount' });

const entryFields = {
  action: text,
  by: maybe(text),
  at: instant,
  /** The reason for the write-off. */
  amountPaise: maybe(signedRupees),
  note: maybe(text),
};
/** A decision on a line. */
export type LineEntry = DomainOf<typeof entryFields>;
const entry = wireObject(entryFields, { amountPaise: 'amount' });

const partFields = { paymentId: recordId, amountPaise: payableRupees };
const part = wireObject(partFields, { amountPaise: 'amount' });

const detailFields = {
  ...lineFields,
  payment: maybe(compared),
  /** Unmatched payments with the same amount within a day, from which the user can choose. */
  candidates: list(compared),
  /** The payments into which a user has split the line. */
  parts: list(part),
  /** Newest first. */
  history: list(entry),
};
/** A line with the matching records. */
export type SettlementLineDetails = DomainOf<typeof detailFields> & Versioned;
const details = versioned(detailFields, LINE_SPELLINGS) as Wire<SettlementLineDetails>;
const lineResponse = success({ ...sentenceFields, record: details }, { record: 'data' });
const lineInPath = wireObject({ id: rowNumber });

export const getSettlementLine = endpoint('getSettlementLine', `GET ${LINES}/{id}`, {
  permission,
  summary: 'One line beside its payment, with candidate payments.',
  params: lineInPath,
  response: lineResponse,
  errorCodes: [404],
});

export const updateSettlementLine = endpoint('updateSettlementLine', `PATCH ${LINES}/{id}`, {
  permission,
  summary:
    'Sets the owner and the note of an exception; a missing field stays unchanged. The owner must be allowed to reconcile; null removes the owner.',
  params: lineInPath,
  body: wireObject(optionalFields({ ownerId: maybe(recordId), note: optionalNote(MAX_NOTE_LENGTH) }), {
    ownerId: 'owner',
  }),
  response: lineResponse,
  conflict: conflictResponse(details),
  errorCodes: [404, 409],
});

export const linkSettlementLine = endpoint('linkSettlementLine', `POST ${LINES}/{id}/link`, {
  permission,
  summary: 'Links a line to a payment. 409 when another line is linked to it, or the line is not an exception.',
  params: lineInPath,
  body: wireObject({ paymentId: recordId }),
  response: lineResponse,
  errorCodes: [404, 409],
});

export const splitSettlementLine = endpoint('splitSettlementLine', `POST ${LINES}/{id}/split`, {
  permission,
  summary:
    'Splits a line among payments. 409 when the amounts do not add up to the line, or a payment is already linked to a line.',
  params: lineInPath,
  body: wireObject({ parts: atMost(MAX_PARTS, list(part)) }),
  response: lineResponse,
  errorCodes: [404, 409],
});

export const resolveSettlementLines = endpoint('resolveSettlementLines', `POST ${LINES}/resolve`, {
  permission,
  needsProof: true,
  summary: `Writes off or ignores up to ${MAX_RESOLVED} exceptions of one state. A person’s write-offs above the daily limit WRITE_OFF_LIMIT need another person’s approval. Only duplicates and unmatched bank credits can be ignored.`,
  body: wireObject({
    ids: selectedIds,
    resolution: oneOf(['written_off', 'ignored']),
    reason: requiredNote(MAX_NOTE_LENGTH),
  }),
  response: success({ ...sentenceFields, message: text, resolvedCount: numeric, requestedCount: numeric }),
  errorCodes: [404, 409],
});

export const approveWriteOff = endpoint('approveWriteOff', `POST ${LINES}/{id}/approve`, {
  permission,
  needsProof: true,
  summary:
    'Approves a write-off that another user requested. The body states what the caller saw; 409 when the request or the line has changed.',
  params: lineInPath,
  body: wireObject(
    { amountPaise: payableRupees, reason: requiredNote(MAX_NOTE_LENGTH) },
    { amountPaise: 'amount' },
  ),
  response: lineResponse,
  errorCodes: [404, 409],
});

export const rejectWriteOff = endpoint('rejectWriteOff', `POST ${LINES}/{id}/reject`, {
  permission,
  summary:
    'Rejects another user’s write-off request, with a reason, or withdraws one’s own; the exception is open again.',
  params: lineInPath,
  body: wireObject({ reason: optionalNote(MAX_NOTE_LENGTH) }),
  response: lineResponse,
  errorCodes: [404, 409],
});

export const reopenSettlementLine = endpoint('reopenSettlementLine', `POST ${LINES}/{id}/reopen`, {
  permission,
  summary:
    'Undoes a link, a split, an ignored line, or a write-off that needed no approval: the line and its payments are matched again. 409 for another line.',
  params: lineInPath,
  response: lineResponse,
  errorCodes: [404, 409],
});

const limitFields = {
  /** The daily limit up to which a user can write off amounts without approval. */
  limitPaise: signedRupees,
  /** The amount that the caller has written off today. */
  writtenOffPaise: signedRupees,
};
export type WriteOffLimit = DomainOf<typeof limitFields>;

export const getWriteOffLimit = endpoint('getWriteOffLimit', 'GET /admin/write-off-limit', {
  permission,
  summary: 'The daily write-off limit per person, and the caller’s write-offs today.',
  response: success(
    {
      record: wireObject(limitFields, {
        limitPaise: 'limit',
        writtenOffPaise: 'writtenOff',
      }) as Wire<WriteOffLimit>,
    },
    { record: 'data' },
  ),
});
