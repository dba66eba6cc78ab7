/** A text longer than any line, without a place to break. */
export const LONG = 'W'.repeat(300);

/** Keys with unchanged values: timestamps, images, and values that decide which actions a screen offers. */
const AS_THEY_ARE =
  /(At|Date|_date|image|_photo|_card|screenshot|isBlocked|isexpert|coordinates|lat|long|status|bookingtype|usertype)$/;
const LABELS = /^(services|emergency|approve|pending|resendforverification|paid|true|IndianRupee|Calendar)$/;
const AMOUNTS = /(amount|price|Price|Earning|Payout|Commission|commission|Fee|_fee|_charge|_cost|Amount|Balance)$/;
/** An amount close to the maximum. */
const HUGE = 9_876_543_210.65;

/** Returns the records with every text lengthened and every amount huge; equal ids stay equal. */
export function lengthenTexts<T>(records: T): T {
  return longer('', records) as T;
}

function longer(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => longer(key, element));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, longer(name, inner)]));
  if (value === null || typeof value === 'boolean') return value;
  // Ids are only lengthened a little, because the length of URLs is limited.
  if (/id$/i.test(key)) return `${value}${'W'.repeat(24)}`;
  if (AMOUNTS.test(key)) return HUGE;
  if (typeof value === 'string' && LABELS.test(value)) return value;
  if (/status|bookingtype/i.test(key)) return `${value}${LONG}`;
  return AS_THEY_ARE.test(key) ? value : `${value}${LONG}`;
}
