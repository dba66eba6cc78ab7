import type { Payment } from '@wayside/contract/payments';
import type { AppContext } from '../../context.ts';
import { findRecord } from '../../db/read-record.ts';
import { PAYMENT_LIST } from './list-payments.ts';

/** One payment. @throws 404 */
export async function getPayment(
  { database, files }: AppContext,
  { id }: { readonly id: string },
): Promise<Payment> {
  const payment = await findRecord<Payment>(database, PAYMENT_LIST, id, 'payment');
  const readable = await files.readableLinks();
  return { ...payment, screenshot: readable(payment.screenshot) };
}
