const LONGEST = 254;
const EMAIL = /^[^\s@\p{Cc}\p{Default_Ignorable_Code_Point}]+@[^\s@\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u;

export const isEmail = (text: string): boolean => EMAIL.test(text) && text.length <= LONGEST;

/**
 * The normal form of an email address (SECU-02), equal for spellings that differ in case, width, composition, the dot of an i, space or
 * invisible characters. Compare addresses only in this form: PostgreSQL's lower() and JavaScript's toLowerCase()
 * differ.
 */
export function normalizeEmail(text: string): string {
  const visible = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Upper case first, because ß, ſ, ς and dotless ı are lower case already. A dotted İ leaves its dot.
  const folded = visible.toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
  // Again, because folding may leave characters that compose.
  return folded.normalize('NFKC').trim();
}
