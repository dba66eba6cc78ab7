/** @import { Finding, SourceFile } from '../tree.mjs' */

/**
 * Spellings that only the wire uses. A name that is also the plain English of the field (`platform_fee`, `amount`) is
 * not here: as a column it would be right.
 */
const wireWords = [
  'allusers',
  'blockuser',
  'bookingtype',
  'checkapplication',
  'companyname',
  'deleteuser',
  'dueamount',
  'globalget',
  'isPhoneverified',
  'isemailverified',
  'isexpert',
  'mechanicid',
  'no_of_hour',
  'ownprofile',
  'paidamount',
  'partname',
  'payment_emerg_summary',
  'payment_ser_summary',
  'paymentmethod',
  'paymentscreenshot',
  'perHourPrice',
  'phone_number',
  'resendforverification',
  'reviewstar',
  'sendforverification',
  'servicename',
  'starttime',
  'endtime',
  'totalUsers',
  'totalamount',
  'userid',
  'usertype',
  'vehicle_type',
];

/** Misspellings: wrong wherever they stand, in whatever case and as part of whatever name. */
const misspellings = [
  'accecpt',
  'adhar',
  'apyout',
  'commision',
  'loyality',
  'mechnaic',
  'mechnic',
  'ratinggiven',
  'userconform',
];

const words = new RegExp(`(?<![A-Za-z0-9_])(?:${wireWords.join('|')})(?![A-Za-z0-9_])`);
const parts = new RegExp(misspellings.join('|'), 'i');

/**
 * Where the wire may be spelt as it is, and why.
 * @type {{ pattern: RegExp, reason: string }[]}
 */
const allowed = [
  { pattern: /^packages\/contract\//, reason: 'the one room that knows them' },
  {
    pattern: /^apps\/server\/src\/.*\.test\.ts$/,
    reason: 'a test through HTTP says what a client sends and reads',
  },
  { pattern: /^scripts\/rules\/wire-spellings(\.test)?\.mjs$/, reason: 'the list itself' },
];

/**
 * The wire's spellings outside the contract.
 * @param {SourceFile[]} files
 * @returns {Finding[]}
 */
export function findWireSpellings(files) {
  return files
    .filter(({ path }) => !allowed.some(({ pattern }) => pattern.test(path)))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = words.exec(line)?.[0] ?? parts.exec(line)?.[0];
        if (found === undefined) return [];
        const message = `"${found}" is the wire's spelling: only packages/contract knows it`;
        return [{ path, line: index + 1, message }];
      }),
    );
}
