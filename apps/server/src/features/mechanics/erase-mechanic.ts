import type { ActorContext } from '../../context.ts';
import { erasePerson } from '../../sync/erasure/erase-person.ts';

/**
 * Erases a mechanic's personal data and documents. Bookings and money rows stay, their mechanic reads N/A, and the
 * balance is still owed (MECH-13). While the balance or the wallet is not 0, name and bank details stay for the payment
 * (PRIV-06). Triggers: `update_counters` and `set_bank_changed_at` on the mechanic, `chain_activity` on the activity entry.
 * @throws 404
 */
export const eraseMechanic = (context: ActorContext, id: string): Promise<void> =>
  erasePerson(context, 'mechanics', id);
