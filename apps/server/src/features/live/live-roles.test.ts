import { type CatalogueEntity, isCatalogueEntity } from '@wayside/contract/activity';
import { LIVE_ENTITIES, type LiveEntity } from '@wayside/contract/live';
import { ROLES, type Role } from '@wayside/contract/roles';
import { everyEndpoint } from '@wayside/contract/testing/every-endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { type LiveClient, type LiveClientOptions, openLiveClient } from '../../testing/live-client.ts';
import { listenOnFreePort } from '../../testing/raw-exchange.ts';

const RECORD = '65f0000000000000000000a1';
/** The call that reads the records of each kind. For exports and commands, that is only the activity log. */
const READ_BY: Readonly<Record<Exclude<LiveEntity, CatalogueEntity>, string>> = {
  booking: 'listBookings',
  user: 'listUsers',
  mechanic: 'listMechanics',
  notification: 'listNotifications',
  configuration: 'getConfiguration',
  webhook_endpoint: 'listWebhooks',
  service_key: 'listServiceKeys',
  approval: 'listApprovals',
  refund: 'listRefunds',
  approval_settings: 'getApprovalSettings',
  payment_run: 'listRuns',
  bank_answer: 'listResultFiles',
  settlement_file: 'listSettlementFiles',
  settlement_line: 'listSettlementLines',
  close: 'listCloses',
  ledger_account: 'listAccounts',
  saved_view: 'listViews',
  roadside_settings: 'listEmergencies',
  admin: 'listTeam',
  export: 'listActivity',
  job: 'listJobs',
  database: 'listActivity',
  note: 'listNotes',
  call: 'listOpenCalls',
  payment: 'listPayments',
  payout: 'listPaymentsOut',
  loyalty_payout: 'listPaymentsOut',
  earning: 'listMechanicEarnings',
  balance: 'getMechanicBalance',
  activity: 'listActivity',
  emergency: 'listEmergencies',
  roadside_desk: 'listEmergencies',
};

const readerOf = (entity: LiveEntity): string =>
  isCatalogueEntity(entity)
    ? `list_${entity}s`.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase())
    : READ_BY[entity];

const test = fileApplication();
let owner: string;
let address: string;
let clients: LiveClient[] = [];

beforeAll(async () => {
  address = `http://127.0.0.1:${await listenOnFreePort(test.app)}`;
  owner = await test.signIn();
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(() => test.app.server.closeAllConnections());

async function listening(how: LiveClientOptions): Promise<LiveClient> {
  const client = await openLiveClient(address, how);
  clients.push(client);
  await eventually('the first event', () => client.events.length > 0);
  return client;
}
const change = (entities: readonly string[], id = RECORD) =>
  test.sql('INSERT INTO live_changes (entity, ids) SELECT entity, ARRAY[$2] FROM unnest($1::text[]) AS entity', [
    entities,
    id,
  ]);
const heard = (client: LiveClient) =>
  client.events.filter(({ event }) => event === undefined).map(({ data }) => JSON.parse(data).entity);
const ownId = async (token: string) => (await test.get('/admin/profile', {}, token)).body.data._id;
const setRole = (id: string, role: Role) => test.send('PATCH', `/admin/team/${id}/role`, { role }, owner);

/** Returns the record kinds whose read call does not return 403. */
async function readableBy(token: string): Promise<string[]> {
  const readable: string[] = [];
  for (const entity of LIVE_ENTITIES) {
    const call = everyEndpoint.find(({ name }) => name === readerOf(entity));
    expect(call?.method, readerOf(entity)).toBe('GET');
    const { status } = await test.get(call?.path.replace(/\{\w+\}/g, RECORD) ?? '', {}, token);
    if (status !== 403) readable.push(entity);
  }
  return readable.sort();
}

describe('[OWN-10] a live stream', () => {
  it.each(ROLES)('sends the role %s only the record kinds that the role may read', async (role) => {
    const token = await test.signIn(role);
    const client = await listening({ token });
    await change([...LIVE_ENTITIES, 'a_kind_of_a_later_release']);
    await client.hears('saved_view', [RECORD]);
    await eventually('every change', () => client.lastEventId() !== client.events[0]?.id);
    expect([...new Set(heard(client))].sort()).toEqual(await readableBy(token));
  });

  it('omits changes that the role may not read', async () => {
    const client = await listening({ token: await test.signIn('reviewer') });
    const other = await listening({ token: owner });
    await change(['balance', 'payout', 'activity', 'notification']);
    await other.hears('balance', [RECORD]);
    await change(['booking']);
    await client.hears('booking', [RECORD]);
    expect(heard(client)).toEqual(['booking']);
    // Positions sent in the meantime are heartbeats, at most one every five seconds.
    expect(client.events.filter(({ event }) => event === 'position').length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['to a lower one', 'owner', 'support', 'payout', 'notification'],
    ['to a higher one', 'reviewer', 'finance', 'activity', 'payout'],
  ] as const)(
    'applies a role change to %s starting with the next change',
    async (_what, before, after, hidden, shown) => {
      const token = await test.signIn(before);
      const client = await listening({ token });
      expect((await setRole(await ownId(token), after)).status).toBe(200);
      await change([hidden, shown]);
      await client.hears(shown, [RECORD]);
      expect(heard(client)).not.toContain(hidden);
    },
  );

  it('ends after its administrator is suspended, without sending later changes', async () => {
    const token = await test.signIn('manager');
    const client = await listening({ token });
    await test.send('POST', `/admin/team/${await ownId(token)}/suspend`, undefined, owner);
    await change(['booking']);
    await eventually('the end', () => client.isEnded());
    expect(heard(client)).not.toContain('booking');
  });

  it('ends when its administrator is suspended while the session is open', async () => {
    const token = await test.signIn('manager');
    const client = await listening({ token });
    await test.sql('UPDATE admins SET suspended_at = now() WHERE id = $1', [await ownId(token)]);
    await eventually('the end', () => client.isEnded());
  });
});

describe('[OWN-10] a live stream that resumes after the last event of another user', () => {
  it('has only the changes that its own role may read', async () => {
    const first = await listening({ token: owner });
    const lastEventId = first.lastEventId();
    await change(['payout', 'balance', 'activity', 'notification', 'mechanic']);
    await first.hears('mechanic', [RECORD]);
    const second = await listening({ token: await test.signIn('reviewer'), lastEventId });
    await second.hears('mechanic', [RECORD]);
    expect(heard(second)).toEqual(['mechanic']);
  });

  it('starts with a position instead of a change when its role may read none of the missed changes', async () => {
    const first = await listening({ token: owner });
    const lastEventId = first.lastEventId();
    await change(['payout'], '65f0000000000000000000a2');
    await first.hears('payout', ['65f0000000000000000000a2']);
    const second = await listening({ token: await test.signIn('reviewer'), lastEventId });
    expect(second.events[0]).toMatchObject({ event: 'position', data: '{}' });
  });
});
