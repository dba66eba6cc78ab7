import type { Payment } from '@wayside/contract/payments';
import type { ReaderContext } from '../../context.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import { PAYMENT_SHAPE } from './list-payments.ts';

/** One payment. @throws 404 */
export async function getPayment(
  { database, files, session }: ReaderContext,
  { id }: { readonly id: string },
): Promise<Payment> {
  const payment = await findRecord<Payment>(database, PAYMENT_SHAPE, id, 'payment');
  const readable = await files.readableLinks(session);
  return { ...payment, screenshot: readable(payment.screenshot) };
}
