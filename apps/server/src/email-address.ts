const LONGEST = 254;
const EMAIL = /^[^\s@\p{Cc}\p{Default_Ignorable_Code_Point}]+@[^\s@\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u;

/** Whether text is an email address that an administrator can have. */
export const isEmail = (text: string): boolean => EMAIL.test(text) && text.length <= LONGEST;

/**
 * The one normal form of an email address (SECU-02): two spellings of one account have the same, whatever their case,
 * width, composition, dots of an i, surrounding space or invisible characters. Accounts are stored, found and throttled
 * under it. Nothing else may compare addresses: PostgreSQL's lower() and JavaScript's toLowerCase() differ.
 */
export function normalizeEmail(text: string): string {
  const visible = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // By way of upper case: ß, ſ, ς and dotless ı are lower case already. A dotted İ leaves its dot behind.
  const folded = visible.toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
  // As a whole: folding may leave what composes.
  return folded.normalize('NFKC').trim();
}
