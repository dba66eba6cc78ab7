import { PAYMENT_OUT_KINDS } from '@wayside/contract/filter-values';
import type { PaymentOut } from '@wayside/contract/payments-out';

/** What names a payment out: ids of older payments of different kinds can be equal (OWN-02). */
export type PaymentOutKey = Pick<PaymentOut, 'kind' | 'id'>;

/** The key as one word, for the address: `payout-65f3…`. */
export const paymentOutKeyText = ({ kind, id }: PaymentOutKey): string => `${kind}-${id}`;

/** Reads such a word; null where it names no kind. */
export function readPaymentOutKey(text: string): PaymentOutKey | null {
  const kind = PAYMENT_OUT_KINDS.find((each) => text.startsWith(`${each}-`));
  return kind === undefined ? null : { kind, id: text.slice(kind.length + 1) };
}
