import { maybe, nameText, text, textOrNumber } from './wire/fields.ts';
import { wireObject } from './wire/wire-object.ts';

/** Where a mechanic is paid, and how they prefer it (MECH-06). */
export const bankDetails = wireObject(
  {
    accountHolder: maybe(nameText),
    bankName: maybe(nameText),
    accountNumber: maybe(textOrNumber),
    ifscCode: maybe(text),
    upiId: maybe(text),
    preferredMethod: maybe(text),
  },
  {
    accountHolder: 'account_holder_name',
    bankName: 'bank_name',
    accountNumber: 'account_number',
    ifscCode: 'ifsc_code',
    upiId: 'upi_id',
    preferredMethod: 'preferred_method',
  },
);
