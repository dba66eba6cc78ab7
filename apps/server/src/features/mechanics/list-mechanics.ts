import type { ApplicationStatus, Mechanic } from '@wayside/contract/mechanics';
import type { Page } from '@wayside/contract/wire/paging';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { ListShape } from '../../db/page-statement.ts';
import { readPage } from '../../db/read-page.ts';
import { readRecord } from '../../db/read-record.ts';
import type { ReadableLink } from '../../files/signed-links.ts';

/** The last four digits; a number that has no more than these is hidden whole (MECH-06). */
const MASKED_NUMBER = `CASE WHEN length(b.bank_account_number) > 4
  THEN '••••' || right(b.bank_account_number, 4) WHEN b.bank_account_number <> '' THEN '••••' END`;

/** An object of these columns; null where all of them are. */
const objectOf = (fields: Readonly<Record<string, string>>): string =>
  `CASE WHEN num_nonnulls(${Object.values(fields).join(', ')}) > 0 THEN
    json_build_object(${Object.entries(fields)
      .map(([name, value]) => `'${name}', ${value}`)
      .join(', ')}) END`;

const SHOP = objectOf({
  name: 'b.shop_name',
  perHourPaise: 'b.shop_per_hour_paise',
  experienceYears: 'b.shop_experience_years',
  description: 'b.shop_description',
  latitude: 'b.shop_latitude',
  longitude: 'b.shop_longitude',
});

const BANK = objectOf({
  accountHolder: 'b.bank_account_holder',
  bankName: 'b.bank_name',
  accountNumber: MASKED_NUMBER,
  ifscCode: 'b.bank_ifsc_code',
  upiId: 'b.bank_upi_id',
  preferredMethod: 'b.bank_preferred_method',
});

const DOCUMENTS = objectOf({
  profilePhoto: 'b.profile_photo',
  aadhaarCard: 'b.aadhaar_card',
  shopPhoto: 'b.shop_photo',
});

/** The list of mechanics (MECH-01, MECH-02). It leaves the whole number of a bank account in the database. */
const MECHANIC_LIST: ListShape = {
  name: 'list-mechanics',
  table: 'mechanics',
  orderBy: 'listed_at',
  counter: 'mechanics',
  statusColumn: 'status',
  searchColumns: ['phone', 'name', 'email'],
  digitsColumn: 'phone_digits',
  json: `json_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'isBlocked', b.is_blocked,
    'isExpert', b.is_expert, 'isAvailable', b.is_available, 'isEmailVerified', b.is_email_verified,
    'isPhoneVerified', b.is_phone_verified, 'walletPaise', b.wallet_paise, 'referralCode', b.referral_code,
    'vehicleTypes', b.vehicle_types, 'createdAt', iso_instant(b.created_at),
    'shop', ${SHOP}, 'bank', ${BANK}, 'documents', ${DOCUMENTS})`,
  joins: '',
};

export interface ListMechanicsInput {
  readonly page: number;
  readonly limit: number;
  readonly status: ApplicationStatus | 'all' | null;
  /** Any part of phone, name or email (MECH-01). */
  readonly search: string | null;
}

/** A page of mechanics, newest first. */
export async function listMechanics(
  { database, files }: AppContext,
  input: ListMechanicsInput,
): Promise<Page<Mechanic>> {
  const { page, limit, status, search } = input;
  const found = await readPage<Mechanic>(database, MECHANIC_LIST, {
    page,
    limit,
    status: status === 'all' ? null : status,
    search: search || null,
  });
  const readable = await files.readableLinks();
  return { ...found, rows: found.rows.map((mechanic) => withReadableDocuments(mechanic, readable)) };
}

/** One mechanic. @throws 404 */
export async function getMechanic({ database, files }: AppContext, id: string): Promise<Mechanic> {
  const mechanic = await readRecord<Mechanic>(database, MECHANIC_LIST, id);
  if (mechanic === null) throw notFound('mechanic');
  return withReadableDocuments(mechanic, await files.readableLinks());
}

/** The mechanic with signed links to the documents (FILE-03). */
function withReadableDocuments(mechanic: Mechanic, readable: ReadableLink): Mechanic {
  const { documents } = mechanic;
  if (documents === null) return mechanic;
  const { profilePhoto, aadhaarCard, shopPhoto } = documents;
  return {
    ...mechanic,
    documents: {
      profilePhoto: readable(profilePhoto),
      aadhaarCard: readable(aadhaarCard),
      shopPhoto: readable(shopPhoto),
    },
  };
}
