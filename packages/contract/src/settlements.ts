import { LINE_STATES, SETTLEMENT_FILE_KINDS, SETTLEMENT_STATES } from './filter-values.ts';
import { SETTLEMENT_FILE_LIST, SETTLEMENT_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { fileText, flag, instant, list, maybe, numeric, openEnum, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { signedRupees } from './wire/money.ts';
import { fullList, pagedResponse } from './wire/paging.ts';
import { fileContent, optionalName, recordInPath, requiredName } from './wire/request-fields.ts';
import { sentenceFields } from './wire/sentence-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

/** The maximum size of a file, enough for about 100,000 lines of the widest report. */
export const MAX_SETTLEMENT_FILE_BYTES = 52_428_800;
export const MAX_SETTLEMENT_LINES = 200_000;

export type SettlementState = (typeof SETTLEMENT_STATES)[number];
export type SettlementFileKind = (typeof SETTLEMENT_FILE_KINDS)[number];

const MAX_NAME_LENGTH = 200;

const tag = 'settlements';
/** The calls implement RECON-01 unless they name other requirements. */
const endpoint = endpointsOf(tag);
const permission = 'settlements:reconcile';
const FILES = '/admin/settlement-files';

const sumFields = { state: openEnum(LINE_STATES), count: numeric, amountPaise: signedRupees };
const sum = wireObject(sumFields, { amountPaise: 'amount' });
/** The count and sum of a file's lines in one state. */
export type StateSum = DomainOf<typeof sumFields>;

const fileFields = {
  id: recordId,
  kind: openEnum(SETTLEMENT_FILE_KINDS),
  profile: text,
  profileLabel: text,
  name: text,
  /** The SHA-256 hash of the file in hexadecimal. */
  hash: text,
  lineCount: numeric,
  /** The sum of all lines; refunds, chargebacks and debits are negative. */
  totalPaise: signedRupees,
  /** The sums by state; they add up to the total (RECON-02). */
  sums: list(sum),
  openCount: numeric,
  firstDay: text,
  lastDay: text,
  uploadedAt: instant,
  /** The email of the administrator or the name of the service key. */
  uploadedBy: text,
  /** Null until the lines have been matched. */
  matchedAt: maybe(instant),
};
/** A settlement report or bank statement (RECON-01). */
export type SettlementFile = DomainOf<typeof fileFields>;
const file: Wire<SettlementFile> = wireObject(fileFields, { id: '_id', totalPaise: 'total' });
const fileResponse = success({ ...sentenceFields, record: file }, { record: 'data' });

const fileBody = wireObject({
  profile: requiredName(MAX_NAME_LENGTH),
  name: optionalName(MAX_NAME_LENGTH),
  file: fileContent,
});
const fileUpload = {
  body: fileBody,
  fileLimitBytes: MAX_SETTLEMENT_FILE_BYTES,
  response: fileResponse,
  errorCodes: [413, 415],
} as const;

export const uploadSettlementFile = endpoint('uploadSettlementFile', `POST ${FILES}`, {
  permission,
  summary:
    'Uploads a settlement report or bank statement (at most 50 MB and 200,000 lines), and matches its lines in the background. Uploading the same file again changes nothing and returns the first upload. 400 lists the lines that cannot be read; then nothing is stored.',
  ...fileUpload,
});

export const sendSettlementFile = endpoint('sendSettlementFile', 'POST /settlement-files', {
  permission: 'service-key',
  summary: 'Same as above for a program. The key needs the scope `settlements`.',
  ...fileUpload,
});

export const { list: listSettlementFiles, count: countSettlementFiles } = listEndpoints(SETTLEMENT_FILE_LIST, {
  name: 'SettlementFiles',
  path: FILES,
  permission,
  tag,
  response: pagedResponse(file),
  summary: 'A page of the settlement reports and bank statements, newest first, with the sums by state.',
});

export const getSettlementFile = endpoint('getSettlementFile', `GET ${FILES}/{id}`, {
  permission,
  summary: 'One settlement report or bank statement with the sums by state.',
  params: recordInPath,
  response: fileResponse,
  errorCodes: [404],
});

export const downloadSettlementFile = endpoint('downloadSettlementFile', `GET ${FILES}/{id}/content`, {
  isChange: true,
  permission,
  needsProof: true,
  summary: 'Downloads the original file. Each download is logged.',
  params: recordInPath,
  isTable: true,
  response: fileText,
  errorCodes: [404],
});

const profileFields = { name: text, label: text, kind: openEnum(SETTLEMENT_FILE_KINDS) };
/** A format of settlement reports or bank statements. */
export type SettlementProfile = DomainOf<typeof profileFields>;

export const listSettlementProfiles = endpoint('listSettlementProfiles', 'GET /admin/settlement-profiles', {
  permission,
  summary:
    'The formats of settlement reports and bank statements: those of the product, then those of SETTLEMENT_PROFILES.',
  response: fullList(wireObject(profileFields)),
});

const fittingFields = { ...profileFields, isFitting: flag };
/** A format, and whether it matches the first line of a file. */
export type FittingProfile = DomainOf<typeof fittingFields>;

export const listProfilesOfSettlementFile = endpoint('listProfilesOfSettlementFile', `GET ${FILES}/{id}/profiles`, {
  permission,
  summary: 'The possible formats of a file, best match first.',
  params: recordInPath,
  response: fullList(wireObject(fittingFields)),
  errorCodes: [404],
});

export const readSettlementFileAgain = endpoint('readSettlementFileAgain', `POST ${FILES}/{id}/read-again`, {
  permission,
  summary:
    'Parses the stored file in another format: its lines are replaced and matched again. 409 when a person has worked on its lines, when they match a bank credit to a settlement, or when a closed day counts them as reconciled.',
  params: recordInPath,
  body: wireObject({ from: requiredName(MAX_NAME_LENGTH), profile: requiredName(MAX_NAME_LENGTH) }),
  response: fileResponse,
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
  /** The sum of refunds and chargebacks; 0 or more. */
  refundsPaise: signedRupees,
  feePaise: signedRupees,
  taxPaise: signedRupees,
  /** Payments + adjustments − refunds − fee − tax. */
  netPaise: signedRupees,
  /** The sum of the lines' net amounts less the stated total; not 0 only if a line does not add up. */
  unexplainedPaise: signedRupees,
  /** The amount of the bank credit with this settlement's UTR; null if there is no credit yet. */
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
  response: pagedResponse(
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
  summary: 'A page of settlements, newest first, each with its components and the bank credit of its UTR.',
});
