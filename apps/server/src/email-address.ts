const MAX_LENGTH = 254;
const EMAIL = /^[^\s@\p{Cc}\p{Default_Ignorable_Code_Point}]+@[^\s@\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u;

export const isEmail = (text: string): boolean => EMAIL.test(text) && text.length <= MAX_LENGTH;

/**
 * Returns the normal form of an email address (SECU-02). Spellings that differ only in case, width, composition,
 * dotted or dotless i, spaces or invisible characters have the same normal form. Compare addresses only in this form,
 * because PostgreSQL's lower() and JavaScript's toLowerCase() differ.
 */
export function normalizeEmail(text: string): string {
  const visible = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Convert to upper case first because ß, ſ, ς and dotless ı are already lower case. A dotted İ leaves a separate
  // combining dot.
  const folded = visible.toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
  // Normalise again because folding may leave characters that can be composed.
  return folded.normalize('NFKC').trim();
}
