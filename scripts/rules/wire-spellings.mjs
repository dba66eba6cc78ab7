/** @import { SearchResult, SourceFile } from '../tree.mjs' */

/** @param {string} text */
const words = (text) => text.trim().split(/\s+/);

/**
 * Spellings that only the wire uses. Spellings that are also correct column names are excluded (`platform_fee`,
 * `amount`).
 */
const wireValues = words(`
  allusers blockuser bookingtype checkapplication companyname deleteuser dueamount globalget isPhoneverified
  isemailverified isexpert mechanicid no_of_hour ownprofile paidamount partname payment_emerg_summary
  payment_ser_summary paymentmethod paymentscreenshot perHourPrice phone_number resendforverification
  reviewstar sendforverification servicename starttime endtime totalUsers totalamount userid usertype`);

/** Spellings that are correct column names and therefore forbidden only in the web app and its tests. */
const wireValuesOnTheWeb = words(`
  account_holder_name account_number additional_service_cost bank_name charge_per_km discount_percentage
  ifsc_code mechanic_charge payment_details payment_status platform_fee preferred_method price_per_km
  profile_photo referral_bonus referral_code service_cost service_date shop_details shop_name shop_photo
  transaction_id upi_id upi_number user_id vehicle_type wallet_amount`);

/** Misspellings that are forbidden in upper and lower case and as part of any name. */
const misspellings = words(`
  accecpt adhar apyout commision loyality mechnaic mechnic ratinggiven userconform`);

/** @param {string[]} list */
const anyOf = (list) => new RegExp(`(?<![A-Za-z0-9_])(?:${list.join('|')})(?![A-Za-z0-9_])`);

const everywhere = anyOf(wireValues);
const onTheWeb = anyOf([...wireValues, ...wireValuesOnTheWeb]);
const parts = new RegExp(misspellings.join('|'), 'i');

/**
 * The files in which wire spellings are allowed, with the reason.
 * @type {{ pattern: RegExp, reason: string }[]}
 */
const allowed = [
  { pattern: /^packages\/contract\//, reason: 'the only layer that uses them' },
  {
    pattern: /^(apps\/server\/src|tests)\/.*\.test\.ts$/,
    reason: 'a test over HTTP contains what a client sends and receives',
  },
  {
    pattern: /^e2e\/support\/external\//,
    reason: 'an external provider, built from the specification and not from our contract',
  },
  { pattern: /^packages\/client\/src\/operations\.ts$/, reason: 'generated from the contract' },
  { pattern: /^examples\//, reason: 'a program of the marketplace, which knows only the wire' },
  { pattern: /^scripts\/rules\/wire-spellings(\.test)?\.mjs$/, reason: 'the list itself' },
];

/**
 * Finds wire spellings outside the contract.
 * @param {SourceFile[]} files
 * @returns {SearchResult[]}
 */
export function findWireSpellings(files) {
  return files
    .filter(({ path }) => !allowed.some(({ pattern }) => pattern.test(path)))
    .flatMap(({ path, text }) => {
      const wordsHere = /^(apps\/web|e2e)\//.test(path) ? onTheWeb : everywhere;
      return text.split('\n').flatMap((line, index) => {
        const found = wordsHere.exec(line)?.[0] ?? parts.exec(line)?.[0];
        if (found === undefined) return [];
        const message = `"${found}" is a wire spelling: only packages/contract may use it`;
        return [{ path, line: index + 1, message }];
      });
    });
}
