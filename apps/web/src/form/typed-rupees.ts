import { paiseFromRupees } from '@wayside/contract/wire/money';

/** What stands in a field for rupees: "1499.5"; empty for none. */
export function rupeesText(paise: number | null | undefined): string {
  return paise === null || paise === undefined ? '' : String(paise / 100);
}

/** The paise of what was typed in rupees; null where it is no amount. */
export function typedPaise(typed: string): number | null {
  return paiseFromRupees(typed.trim());
}
