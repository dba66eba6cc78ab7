import { AADHAAR_ON_FILE } from '@wayside/contract/mechanics';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileApplication } from '../../testing/file-application.ts';
import { testKeys } from '../../testing/test-keys.ts';

const test = fileApplication();

const SUNIL = '65f000000000000000000011';
const DEVI = '65f000000000000000000012';
const NEW = '65f000000000000000000013';
const UNKNOWN_ID = '65f00000000000000000dead';
const ACCOUNT = '5012345678901';
const AADHAAR = 'https://images.example.in/aadhaar-sunil.png';

beforeEach(async () => {
  await test.sql('TRUNCATE mechanics, imported_records CASCADE');
  await test.sql(
    `INSERT INTO mechanics (id, name, email, phone, status, vehicle_types, wallet_paise, referral_code, is_email_verified,
       shop_name, shop_per_hour_paise, shop_experience_years, shop_latitude, shop_longitude, bank_account_holder,
       bank_account_number, bank_ifsc_code, aadhaar_card, created_at) VALUES
     ($1, 'Sunil Yadav', 'sunil@example.in', '9876543210', 'approved', '{bike,car}', 45050, 'SUNIL1', true,
       'Yadav Motors', 35000, 7.5, 19.076, 72.8777, 'Sunil Yadav', $3, 'SBIN0001234', $4, '2026-02-01T10:00:00Z'),
     ($2, 'देवी सिंह', NULL, '9123456780', 'rejected', '{}', NULL, NULL, false,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-02-02T10:00:00Z')`,
    [SUNIL, DEVI, ACCOUNT, AADHAAR],
  );
  await test.sql(`INSERT INTO mechanics (id, name, status) VALUES ($1, 'Undated Ali', 'pending')`, [NEW]);
});

const { get } = test;
const namesOf = async (query: Record<string, string>) =>
  (await get('/mechanic/allmechnic', query)).body.data.map(({ name }: { name: string | null }) => name);
const activityOf = (id: string) => test.activity({ entity: 'mechanic', id });
const setAccount = (number: string | null) =>
  test.sql('UPDATE mechanics SET bank_account_number = $2 WHERE id = $1', [SUNIL, number]);

describe('the list of mechanics', () => {
  it('[API-06] returns the newest first, with API field names', async () => {
    const { body } = await get('/mechanic/allmechnic');
    expect(body).toMatchObject({ status: true, currentPage: 1, totalPages: 1, totalUsers: 3 });
    expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual([DEVI, SUNIL, NEW]);
    expect(body.data[1]).toEqual({
      _id: SUNIL,
      name: 'Sunil Yadav',
      email: 'sunil@example.in',
      phone_number: '9876543210',
      status: 'approve',
      isBlocked: false,
      isexpert: false,
      isAvailable: false,
      isemailverified: true,
      isPhoneverified: false,
      wallet_amount: 450.5,
      referral_code: 'SUNIL1',
      vehicle_type: ['bike', 'car'],
      createdAt: '2026-02-01T10:00:00.000Z',
      shop_details: {
        shop_name: 'Yadav Motors',
        perHourPrice: 350,
        experience: 7.5,
        description: null,
        lat: 19.076,
        long: 72.8777,
      },
      payment_details: {
        account_holder_name: 'Sunil Yadav',
        bank_name: null,
        account_number: '••••8901',
        ifsc_code: 'SBIN0001234',
        upi_id: null,
        preferred_method: null,
      },
      documents: { profile_photo: null, adhar_card: AADHAAR_ON_FILE, shop_photo: null },
    });
    expect(body.data[0]).toMatchObject({ shop_details: null, payment_details: null, documents: null });
  });

  it.each([
    ['a part of the phone', '6543'],
    ['a name in another case', 'sUNIL y'],
    ['an email', 'SUNIL@'],
  ])('[MECH-01] finds a mechanic by %s', async (_, search) => {
    expect(await namesOf({ search })).toEqual(['Sunil Yadav']);
  });

  it('[API-17] returns one mechanic by id', async () => {
    expect((await get(`/admin/mechanics/${SUNIL}`)).body.data.name).toBe('Sunil Yadav');
    expect((await get(`/admin/mechanics/${UNKNOWN_ID}`)).body.message).toBe('There is no mechanic with this id.');
  });
});

describe('the bank details of a mechanic', () => {
  it.each([
    ['12345', '••••2345'],
    ['1234', '••••'],
    ['1', '••••'],
    ['', null],
    [null, null],
  ])('[MECH-06, SECU-04] show the account number %j as %j in the list', async (number, shown) => {
    await setAccount(number);
    const [row] = (await get('/mechanic/allmechnic', { search: 'Sunil' })).body.data;
    expect(row.payment_details.account_number).toBe(shown);
    expect((await get(`/admin/mechanics/${SUNIL}`)).body.data.payment_details.account_number).toBe(shown);
  });

  it('[MECH-06, API-17] include the full account number on demand, which is logged without the number', async () => {
    const { body } = await get(`/admin/mechanics/${SUNIL}/bank-account`);
    expect(body).toEqual({ status: true, accountNumber: ACCOUNT });
    const [entry] = await activityOf(SUNIL);
    expect(entry).toMatchObject({
      action: 'bank_account_shown',
      entityName: 'Sunil Yadav',
      changes: [],
      note: null,
    });
    expect(JSON.stringify(entry)).not.toContain(ACCOUNT);
  });

  it('[BANK-05, SECU-05] include the full UPI id on demand, which is logged without the id; without a UPI id, null is returned and nothing is logged', async () => {
    const reveal = async () => (await get(`/admin/mechanics/${SUNIL}/upi-id`)).body;
    const before = await activityOf(SUNIL);
    expect(await reveal()).toEqual({ status: true, upi_id: null });
    expect(await activityOf(SUNIL)).toEqual(before);
    await test.sql('UPDATE mechanics SET bank_upi_id = $2 WHERE id = $1', [SUNIL, 'sunil@upi']);
    expect(await reveal()).toEqual({ status: true, upi_id: 'sunil@upi' });
    const [entry] = await activityOf(SUNIL);
    expect(entry).toMatchObject({ action: 'upi_id_shown', entityName: 'Sunil Yadav', changes: [], note: null });
    expect(JSON.stringify(entry)).not.toContain('sunil@upi');
    expect((await get(`/admin/mechanics/${UNKNOWN_ID}/upi-id`)).status).toBe(404);
  });

  it('[BANK-05, TEAM-01] are not even masked in the payout preview for a role that may not reveal them', async () => {
    const previewFor = async (reader: string) =>
      (await test.get(`/admin/mechanics/${SUNIL}/payout-preview`, {}, reader)).body.data;
    expect((await previewFor(test.token)).payment_details).toMatchObject({
      account_number: '••••8901',
      upi_id: null,
    });
    expect(await previewFor(await test.signIn('viewer'))).toMatchObject({ balance: 0, payment_details: null });
  });

  it('[SECU-04] are never written to the program log', async () => {
    await get(`/admin/mechanics/${SUNIL}/bank-account`);
    await get('/mechanic/allmechnic');
    expect(test.logged()).not.toContain(ACCOUNT);
    expect(test.logged()).not.toContain(AADHAAR);
  });

  it('[PRIV-01] return 404 with the reason if they were moved from another row, are not logged, and are omitted from the list', async () => {
    const keys = await testKeys(test.program);
    const place = { table: 'mechanics', id: DEVI, column: 'bank_account_number' };
    await setAccount(await test.program.transaction((client) => keys.encrypt(client, ACCOUNT, place)));
    const before = await activityOf(SUNIL);
    const { status, body } = await get(`/admin/mechanics/${SUNIL}/bank-account`);
    expect([status, body.message]).toEqual([
      404,
      'This value cannot be decrypted: it was changed outside of Wayside, or its data key is missing.',
    ]);
    expect(await activityOf(SUNIL)).toEqual(before);
    const [row] = (await get('/mechanic/allmechnic', { search: 'Sunil' })).body.data;
    expect(row.payment_details.account_number).toBeNull();
  });

  it('[MECH-06] are null and not logged when there is no account number', async () => {
    const before = await activityOf(DEVI);
    expect((await get(`/admin/mechanics/${DEVI}/bank-account`)).body).toEqual({
      status: true,
      accountNumber: null,
    });
    expect(await activityOf(DEVI)).toEqual(before);
    expect((await get(`/admin/mechanics/${UNKNOWN_ID}/bank-account`)).status).toBe(404);
  });
});

describe('blocking mechanics and marking experts', () => {
  const block = (id: string, query: Record<string, string> = {}) => get(`/mechanic/blockmechnic/${id}`, query);
  const turn = (id: string, query: Record<string, string> = {}) => get(`/mechanic/toggle/expert/${id}`, query);

  it('[MECH-09] toggles the blocked state, returns the new state and records it', async () => {
    expect((await block(SUNIL)).body).toEqual({ status: true, isBlocked: true });
    expect((await block(SUNIL, { seen: 'true' })).body).toEqual({ status: true, isBlocked: false });
    const [undone, done] = await activityOf(SUNIL);
    expect(done).toMatchObject({
      action: 'blocked',
      changes: [{ field: 'isBlocked', before: false, after: true }],
    });
    expect(undone.action).toBe('unblocked');
  });

  it('[MECH-13] does not block a mechanic who is not approved', async () => {
    for (const id of [DEVI, NEW]) {
      const { status, body } = await block(id);
      expect(status).toBe(409);
      expect(body.message).toBe('Only a mechanic whose application is approved can be blocked or unblocked.');
    }
  });

  it('[MECH-10] marks any mechanic as expert, and as regular again', async () => {
    expect((await turn(NEW)).body).toEqual({ status: true, isexpert: true });
    expect((await turn(NEW)).body).toEqual({ status: true, isexpert: false });
    const entries = await activityOf(NEW);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['marked_regular', 'marked_expert']);
    expect(entries[1].changes).toEqual([{ field: 'isExpert', before: false, after: true }]);
  });

  it('[MECH-09, MECH-10] returns 409 when the state is not the one that the caller saw', async () => {
    await block(SUNIL);
    await turn(SUNIL);
    expect(await block(SUNIL, { seen: 'false' })).toMatchObject({
      status: 409,
      body: { message: 'Another user has blocked this mechanic in the meantime.' },
    });
    expect(await turn(SUNIL, { seen: 'false' })).toMatchObject({
      status: 409,
      body: { message: 'Another user has made this mechanic an expert in the meantime.' },
    });
    const both = await Promise.all([turn(SUNIL, { seen: 'true' }), turn(SUNIL, { seen: 'true' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('[API-14] returns 404 for an unknown mechanic and 400 for an invalid id', async () => {
    for (const call of [block, turn]) {
      expect((await call(UNKNOWN_ID)).body.message).toBe('There is no mechanic with this id.');
      expect((await call('nonsense')).status).toBe(400);
    }
  });
});
