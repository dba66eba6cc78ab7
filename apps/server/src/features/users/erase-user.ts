import type { ActorContext } from '../../context.ts';
import { erasePerson } from '../../sync/erasure/erase-person.ts';

/**
 * Erases a customer's personal data for good; bookings and money rows stay, their customer reads N/A (USER-06). While the wallet
 * is not 0, the name stays for the loyalty payout (PRIV-06).
 * @throws 404
 */
export const eraseUser = (context: ActorContext, { id }: { readonly id: string }): Promise<void> =>
  erasePerson(context, 'users', id);
