import { and, eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { users } from '../../db/schema/users.ts';
import { erasePerson } from '../../files/remove-images.ts';

/** The personal columns, emptied; the activity log names the same fields. */
const EMPTIED = { name: null, email: null, phone: null, referralCode: null, socketId: null, vehicleTypes: [] };

/**
 * Erases a customer's personal data for good; bookings and money rows stay, their customer reads N/A (USER-06).
 * @throws 404
 */
export function eraseUser(context: ActorContext, { id }: { readonly id: string }): Promise<void> {
  return erasePerson(context, 'users', id, async (client, updatedAt) => {
    const erased = await orm(client)
      .update(users)
      .set({ recordState: 'erased', ...EMPTIED, updatedAt })
      .where(and(eq(users.id, id), eq(users.recordState, 'full')))
      .returning({ id: users.id });
    if (erased.length === 0) throw notFound('customer');
    return Object.keys(EMPTIED);
  });
}
