import { listActivity } from '@wayside/contract/activity';
import { decideApplication, toggleMechanicBlock, toggleMechanicExpert } from '@wayside/contract/mechanics';
import { deleteSosService, updateSosService } from '@wayside/contract/sos-services';
import { deleteUser, toggleUserBlock } from '@wayside/contract/users';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';
import { aSosService } from './factories/catalogue.ts';
import { aMechanic, aUser } from './factories/people.ts';
import { importMarketplace, type Marketplace } from './marketplace.ts';
import { storedSession } from './session.ts';

export const ravi = aUser();
// Meena has no balance, so that her erasure retains no name.
export const meena = aUser({
  name: 'Meena Sharma',
  email: 'meena@example.in',
  phone: '9000000001',
  walletPaise: 0,
});
export const suresh = aMechanic();
export const kiran = aMechanic({ name: 'Kiran Rao', status: 'pending', phone: '9000000002' });
export const long = aUser({ name: 'Anantha'.repeat(29).slice(0, 200), phone: '9000000003' });
const tyre = aSosService({ name: 'Flat tyre', pricePaise: 49_900 });
export const remarks = 'The photo of the shop is not readable.\nPlease send it again.';

/** The entries for the first seals, the administrator, the import of the records and the sign-in. */
const ENTRIES_BEFORE = 4;

/** The number of entries in the log, including those of recordActivity. They fill one and a half pages. */
export const ACTIVITY_COUNT = ENTRIES_BEFORE + 15;

export const activityRecords: Marketplace = {
  users: [ravi, meena, long],
  mechanics: [suresh, kiran],
  sosservices: [tyre],
};

/** Imports the activity records by command, which the log shows as an entry, and records the activity. */
export async function importActivity(application: Application): Promise<void> {
  await importMarketplace(application, activityRecords);
  await recordActivity(application);
}

/** Makes an administrator's changes to the activity records, oldest first; the SOS service is deleted at the end. */
export async function recordActivity(application: Application): Promise<void> {
  const token = await storedSession(application);
  const anyState = { query: { seen: null } };
  const params = ({ id }: { id: string }) => ({ params: { id } });
  for (let time = 0; time < 4; time += 1)
    await callApi(application, token, toggleMechanicBlock, { ...params(suresh), ...anyState });
  for (let time = 0; time < 3; time += 1)
    await callApi(application, token, toggleUserBlock, { ...params(long), ...anyState });
  await callApi(application, token, updateSosService, {
    body: { ...tyre, name: 'Flat tyre', vehicleType: 'car', pricePaise: 1_23_456_50 },
  });
  await callApi(application, token, deleteSosService, params(tyre));
  await callApi(application, token, deleteUser, params(meena));
  await callApi(application, token, toggleMechanicExpert, { ...params(suresh), ...anyState });
  await callApi(application, token, decideApplication, { body: { id: kiran.id, status: 'rejected', remarks } });
  for (let time = 0; time < 3; time += 1)
    await callApi(application, token, toggleUserBlock, { ...params(ravi), ...anyState });
}

/** Returns the actions logged for a record, newest first. */
export async function loggedActions(
  application: Application,
  entity: 'mechanic' | 'user',
  { id: entityId }: { id: string },
): Promise<{ action: string; note: string | null }[]> {
  const query = {
    page: 1,
    limit: 10,
    entity,
    entityId,
    actorId: null,
    action: null,
    from: null,
    to: null,
    sort: null,
  };
  const { rows } = await callApi(application, await storedSession(application), listActivity, { query });
  return rows.map(({ action, note }) => ({ action, note }));
}
