import { and, eq } from 'drizzle-orm';
import { notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../db/orm.ts';
import { mechanics } from '../../db/schema/mechanics.ts';
import { erasePerson } from '../../files/remove-images.ts';

/** The personal columns, emptied; the activity log names the same fields. */
const EMPTIED = {
  name: null,
  email: null,
  phone: null,
  referralCode: null,
  shopName: null,
  shopPerHourPaise: null,
  shopExperienceYears: null,
  shopDescription: null,
  shopLatitude: null,
  shopLongitude: null,
  bankAccountHolder: null,
  bankName: null,
  bankAccountNumber: null,
  bankIfscCode: null,
  bankUpiId: null,
  bankPreferredMethod: null,
  profilePhoto: null,
  aadhaarCard: null,
  shopPhoto: null,
  vehicleTypes: [],
};

/**
 * Erases a mechanic's personal data and documents. Bookings and money rows stay, their mechanic reads N/A, and the
 * balance is still owed (MECH-13). Triggers: `update_counters` and `set_bank_changed_at` on the mechanic, `chain_activity` on
 * the activity entry.
 * @throws 404
 */
export function eraseMechanic(context: ActorContext, id: string): Promise<void> {
  return erasePerson(context, 'mechanics', id, async (client) => {
    const erased = await orm(client)
      .update(mechanics)
      .set({ recordState: 'erased', ...EMPTIED })
      .where(and(eq(mechanics.id, id), eq(mechanics.recordState, 'full')))
      .returning({ id: mechanics.id });
    if (erased.length === 0) throw notFound('mechanic');
    return Object.keys(EMPTIED);
  });
}
