import { notFound } from '../../api-error.ts';
import type { Actor, AppContext } from '../../context.ts';
import { forgetPerson } from '../../db/forget-person.ts';
import { recordActivity } from '../../db/record-activity.ts';
import { eraseWithImages } from '../../files/erase-with-images.ts';

/** What is personal, by the name that the activity log gives it. */
const PERSONAL_COLUMNS = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  referralCode: 'referral_code',
  shopName: 'shop_name',
  shopPerHourPaise: 'shop_per_hour_paise',
  shopExperienceYears: 'shop_experience_years',
  shopDescription: 'shop_description',
  shopLatitude: 'shop_latitude',
  shopLongitude: 'shop_longitude',
  bankAccountHolder: 'bank_account_holder',
  bankName: 'bank_name',
  bankAccountNumber: 'bank_account_number',
  bankIfscCode: 'bank_ifsc_code',
  bankUpiId: 'bank_upi_id',
  bankPreferredMethod: 'bank_preferred_method',
  profilePhoto: 'profile_photo',
  aadhaarCard: 'aadhaar_card',
  shopPhoto: 'shop_photo',
};

const EMPTIED = Object.values(PERSONAL_COLUMNS)
  .map((column) => `${column} = NULL`)
  .join(', ');

/**
 * Erases a mechanic's personal data and documents for good; bookings and money rows stay, their mechanic reads N/A,
 * and what is owed is still owed (MECH-13).
 * @throws 404
 */
export function eraseMechanic(context: AppContext, actor: Actor, id: string): Promise<void> {
  return eraseWithImages(context, 'mechanics', id, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE mechanics SET record_state = 'erased', vehicle_types = '{}', ${EMPTIED} WHERE id = $1 AND record_state = 'full'`,
      [id],
    );
    if (rowCount === 0) throw notFound('mechanic');
    await forgetPerson(client, 'mechanics', id);
    await recordActivity(client, actor, context.now(), {
      action: 'deleted',
      entity: 'mechanic',
      entityId: id,
      changes: [...Object.keys(PERSONAL_COLUMNS), 'vehicleTypes'].map((field) => ({
        field,
        before: null,
        after: null,
      })),
    });
  });
}
