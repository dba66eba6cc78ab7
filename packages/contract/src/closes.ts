import { endpointsOf } from './wire/endpoint.ts';
import {
  fileText,
  flag,
  instant,
  list,
  maybe,
  numeric,
  openEnum,
  recordId,
  text,
  unlessNull,
} from './wire/fields.ts';
import { requiredDayRangeKeys } from './wire/list-endpoints.ts';
import { signedRupees } from './wire/money.ts';
import { calendarDay, requiredNote } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** Requirement CLOS-01, unless a call names others. */
const endpoint = endpointsOf('closes');

/** The books: balances of mechanics, and wallets of customers and mechanics. */
export const BOOKS = ['balances', 'user_wallets', 'mechanic_wallets'] as const;
export type Book = (typeof BOOKS)[number];

/** The kinds of entries that a close sums, first those of balances, then those of wallets (CLOS-01). */
export const CLOSE_KINDS = [
  'platform_earning',
  'cash_earning',
  'platform_earning_reversal',
  'cash_earning_reversal',
  'payout',
  'payout_reversal',
  'adjustment',
  'refund',
  'compensation',
  'opening',
  'source_change',
  'loyalty_payout',
  'void',
  'wallet_adjustment',
] as const;
export type CloseKind = (typeof CLOSE_KINDS)[number];

/**
 * The states of a day. A day is closed once it or a later day was closed. `before`: the day is part of the opening
 * balance, before the first closed day.
 */
export const CLOSE_STATES = ['before', 'closed', 'open', 'today', 'future'] as const;
export type CloseState = (typeof CLOSE_STATES)[number];

/** The maximum number of days that one call closes or shows. */
export const MAX_DAYS = 400;
const MAX_REASON_LENGTH = 500;

const PATH = '/admin/closes';

const kindFields = {
  kind: openEnum(CLOSE_KINDS),
  count: numeric,
  grossPaise: signedRupees,
  commissionPaise: signedRupees,
  platformFeePaise: signedRupees,
  netPaise: signedRupees,
  paidOutPaise: signedRupees,
  changePaise: signedRupees,
};
/** The sums of a day's entries of one kind. */
export type KindSums = DomainOf<typeof kindFields>;

const bookFields = {
  book: openEnum(BOOKS),
  /** The closing balance of the previous close, or for the first close the sum of all earlier entries. */
  openingPaise: signedRupees,
  kinds: list(
    wireObject(kindFields, {
      grossPaise: 'gross',
      commissionPaise: 'commission',
      platformFeePaise: 'platformFee',
      netPaise: 'net',
      paidOutPaise: 'paidOut',
      changePaise: 'change',
    }),
  ),
  /** The opening balance plus all entries. */
  closingPaise: signedRupees,
  /** Stored balances or wallets less the closing balance; 0 unless something is wrong. */
  unexplainedPaise: signedRupees,
};
/** The sums of one book. */
export type BookSums = DomainOf<typeof bookFields>;

const differenceFields = { book: openEnum(BOOKS), personId: recordId, amountPaise: signedRupees };
/** A person with a stored balance or wallet that differs from the sum of the entries. */
export type CloseDifference = DomainOf<typeof differenceFields>;

const sumsFields = {
  books: list(
    wireObject(bookFields, { openingPaise: 'opening', closingPaise: 'closing', unexplainedPaise: 'unexplained' }),
  ),
  entryCount: numeric,
  /** The number of entries that concern earlier, closed days. */
  lateCount: numeric,
  /**
   * Settlement exceptions at the time of the close whose payments are from these days or earlier; null for a close by
   * a previous release (RECON-03).
   */
  unreconciled: unlessNull(wireObject({ count: numeric, amountPaise: signedRupees }, { amountPaise: 'amount' })),
  /** The first hundred differences. */
  differences: list(wireObject(differenceFields, { personId: 'person', amountPaise: 'amount' })),
};

const closeFields = {
  ...sumsFields,
  /** The place of the close in the chain of closes. */
  number: numeric,
  day: text,
  startsAt: instant,
  endsAt: instant,
  timeZone: text,
  closedAt: instant,
  closedById: maybe(recordId),
  closedBy: maybe(text),
  /** SHA-256 of this close and the previous hash, in hexadecimal digits. */
  hash: text,
  /** SHA-256 of the public key that verifies the signature, in hexadecimal digits. */
  keyFingerprint: text,
};
/** A closed day (CLOS-01). */
export type DayClose = DomainOf<typeof closeFields>;
const dayClose: Wire<DayClose> = wireObject(closeFields);

const stepFields = {
  number: numeric,
  isReopening: flag,
  at: instant,
  by: maybe(text),
  reason: maybe(text),
};

const calendarDayFields = {
  day: text,
  state: openEnum(CLOSE_STATES),
  entryCount: numeric,
  lateCount: numeric,
  changePaise: signedRupees,
  /** For a closed day, the sum of the absolute unexplained amounts of all books. */
  unexplainedPaise: signedRupees,
  closedAt: maybe(instant),
  closedBy: maybe(text),
};
/** A day of the calendar of closes. */
export type CalendarDay = DomainOf<typeof calendarDayFields>;

const calendarFields = {
  days: list(wireObject(calendarDayFields, { changePaise: 'change', unexplainedPaise: 'unexplained' })),
  /** The last and the first closed day; null if no day is closed. */
  closedThrough: maybe(text),
  firstDay: maybe(text),
  today: text,
  /** The fingerprint of the current signing key. */
  keyFingerprint: text,
};
/** The closes of some days (CLOS-01). */
export type CloseCalendar = DomainOf<typeof calendarFields>;

export const listCloses = endpoint('listCloses', `GET ${PATH}`, {
  permission: 'payouts:read',
  readScope: 'read:reports',
  summary: `The days \`from\` to \`to\`, both included and ${MAX_DAYS} at most: which are closed, their totals, and their unexplained amounts.`,
  query: wireObject(requiredDayRangeKeys),
  response: success({ record: wireObject(calendarFields) }, { record: 'data' }),
});

const previewFields = {
  ...sumsFields,
  firstDay: text,
  day: text,
  dayCount: numeric,
  /** Whether these are the first closed days, so that all entries before them become the opening balance. */
  isFirst: flag,
};
/** The preview of a close (CLOS-01). */
export type ClosePreview = DomainOf<typeof previewFields>;

const daysToClose = {
  /** The last day to close. */
  day: calendarDay,
  /** For the first close, the day on which the books begin; by default the last day. */
  firstDay: maybe(calendarDay),
};

export const previewClose = endpoint('previewClose', `GET ${PATH}/preview`, {
  permission: 'payouts:read',
  summary: 'Previews the close of all open days up to `day`.',
  query: wireObject(daysToClose),
  response: success({ record: wireObject(previewFields) }, { record: 'data' }),
  errorCodes: [409],
});

export const closeDays = endpoint('closeDays', `POST ${PATH}`, {
  permission: 'money:move',
  needsProof: true,
  summary:
    'Closes all open days up to `day`, which must have ended. A closed day accepts no new entries: later entries are posted to the next open day. 409 when it is already closed.',
  body: wireObject(daysToClose),
  response: success({ ...sentenceFields, message: text, dayCount: numeric }),
  errorCodes: [409],
});

const dayInPath = wireObject({ day: calendarDay });

export const getClose = endpoint('getClose', `GET ${PATH}/{day}`, {
  permission: 'payouts:read',
  summary: 'Returns a closed day and when it was closed and reopened. `data` is null for an open day.',
  params: dayInPath,
  response: success({ record: maybe(dayClose), history: list(wireObject(stepFields)) }, { record: 'data' }),
});

export const reopenDays = endpoint('reopenDays', `POST ${PATH}/{day}/reopen`, {
  permission: 'books:reopen',
  needsProof: true,
  summary:
    'Reopens a closed day and all closed days after it. The reopening is logged and added to the chain of closes.',
  params: dayInPath,
  body: wireObject({ reason: requiredNote(MAX_REASON_LENGTH) }),
  response: success({ ...sentenceFields, message: text, dayCount: numeric }),
  errorCodes: [409],
});

/** CLOS-03 */
export const exportCloses = endpoint('exportCloses', `GET ${PATH}/export`, {
  isChange: true,
  permission: 'lists:export',
  needsProof: true,
  summary:
    'Exports the signed chain of closes up to `to` and the entries of the closed days `from` to `to` as JSON lines: `npm run verify-close -- FILE` verifies them without the database. 409 when one of the days is open.',
  query: wireObject(requiredDayRangeKeys),
  isTable: true,
  response: fileText,
  errorCodes: [409],
});
