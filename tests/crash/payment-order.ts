import { payLoyalty } from '@wayside/contract/loyalty';
import { createPayout } from '@wayside/contract/payouts';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { encoderOf } from '@wayside/contract/wire/wire';

/** A payout of a mechanic's balance, or of the loyalty amount in a wallet. */
export type PayoutKind = 'payout' | 'loyalty to user' | 'loyalty to mechanic';

/** A payment to request. */
export interface PaymentOrder {
  readonly kind: PayoutKind;
  readonly payeeId: string;
  readonly amountPaise: number;
  readonly transactionId: string;
}

/** Longer than any response takes on a busy machine. */
const TIMEOUT_MS = 30_000;

/** Returns the content of an order. Orders with the same content are the same request (LOYA-04). */
export const contentOf = ({ kind, payeeId, amountPaise, transactionId }: PaymentOrder): string =>
  `${kind} of ${amountPaise} paise to ${payeeId} under ${transactionKey(transactionId)}`;

/** Requests a payment. Resolves with the status of a complete response, or null if there was none. */
export function requestPayment(address: string, token: string, order: PaymentOrder): Promise<number | null> {
  if (order.kind === 'payout')
    return send(address, token, createPayout, { ...order, mechanicId: order.payeeId, method: 'online' });
  const payeeKind = order.kind === 'loyalty to user' ? 'user' : 'mechanic';
  return send(address, token, payLoyalty, { ...order, payeeKind });
}

async function send<B, A>(
  address: string,
  token: string,
  { method, path, body: codec }: Endpoint<Record<string, never>, Record<string, never>, B, A>,
  body: NoInfer<B>,
): Promise<number | null> {
  if (codec === null) throw new Error(`${path} takes no body`);
  try {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(encoderOf(codec)(body)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.text();
    return response.status;
  } catch {
    return null;
  }
}
