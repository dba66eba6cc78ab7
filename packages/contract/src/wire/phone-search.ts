import { foldText } from './fold-text.ts';

/** A phone number in any notation, folded. */
const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;
/** "ext. 12", "extn 12", "x12", "#12" after a number. */
const EXTENSION = /^([\d\s()+.-]{6,}?)[\s,;]*(?:ext(?:n|ension)?|x|#)[\s.:-]*\d{1,6}$/;

/**
 * The digits by which a phone number is searched, without country code, leading zeros and extension, which other notations of the
 * number do not have (FIND-02); null for a text that is no phone number.
 */
export function searchedDigits(typed: string): string | null {
  const folded = foldText(typed).replace(/^tel:\s*/, '');
  const text = EXTENSION.exec(folded)?.[1] ?? folded;
  if (!PHONE.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '');
  const complete = /^0*(?:91)?0*(\d{10})$/.exec(digits)?.[1];
  if (complete !== undefined) return complete;
  return text.startsWith('+91') && digits.length > 2 ? digits.slice(2).replace(/^0+(?=\d)/, '') : digits;
}

/** Whether a phone number has these digits. @param digits as `searchedDigits` returns them */
export const phoneIncludes = (phone: string | null | undefined, digits: string): boolean =>
  foldText(phone ?? '')
    .replaceAll(/\D/g, '')
    .includes(digits);
