import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { forgetPeople } from '../../db/forget-people.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { eraseWithImages } from '../../files/remove-images.ts';

const PERSONAL_FIELDS = ['name', 'email', 'phone', 'referralCode', 'socketId', 'vehicleTypes'];

/**
 * Erases a customer's personal data for good; bookings and money rows stay, their customer reads N/A (USER-06).
 * @throws 404
 */
export function eraseUser(context: ActorContext, { id }: { readonly id: string }): Promise<void> {
  return eraseWithImages(context, 'users', id, async (client) => {
    const at = context.now();
    const { rowCount } = await client.query(
      `UPDATE users SET record_state = 'erased', name = NULL, email = NULL, phone = NULL, referral_code = NULL,
         socket_id = NULL, vehicle_types = '{}', updated_at = $2
       WHERE id = $1 AND record_state = 'full'`,
      [id, at],
    );
    if (rowCount === 0) throw notFound('customer');
    await forgetPeople(client, 'users', [id]);
    await recordActivity(client, context.actor, at, {
      action: 'deleted',
      entity: 'user',
      entityId: id,
      changes: PERSONAL_FIELDS.map((field) => ({ field, before: null, after: null })),
    });
  });
}
