import type { EmergencyStep } from '@wayside/contract/roadside-requests';
import { type Role, roleMay } from '@wayside/contract/roles';
import { ObjectId } from 'bson';
import { afterAll, beforeAll } from 'vitest';
import { expireClaims } from '../features/roadside/expire-claims.ts';
import { serviceKeyHeader } from './service-key.ts';
import { createTestApplication, type TestApplication } from './test-application.ts';

/** An operator of the roadside desk. */
export interface DeskPerson {
  readonly id: string;
  readonly token: string;
  readonly name: string;
}

/**
 * Creates a roadside desk and a marketplace that sends records to the ingest API, for one test file. @param emergency
 * an emergency booking as the marketplace sends it
 */
export function deskUnderTest(emergency: object, env: Record<string, string> = {}) {
  let test: TestApplication;
  let key: { authorization: string };
  let version = 0;
  beforeAll(async () => {
    test = await createTestApplication({ env });
    key = await serviceKeyHeader(test.database, 'bookings', 'mechanics', 'users');
  });
  afterAll(() => test.drop());
  const newId = () => new ObjectId().toHexString();
  const sql = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await test.database.pool.query(text, values)).rows;
  const path = (rest: string) => `/admin/roadside${rest}`;

  async function deliver(collection: string, record: object): Promise<void> {
    // Each version is newer than the one before and follows the clock of a marketplace that works correctly.
    version = Math.max(version + 1, Date.now());
    const updatedAt = new Date(version).toISOString();
    const { status, body } = await test.call('POST', `/ingest/${collection}`, {
      headers: key,
      body: [{ updatedAt, ...record }],
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  const desk = {
    get test() {
      return test;
    },
    get now() {
      return test.clock.now;
    },
    newId,
    sql,
    /** Signs an operator in and starts their shift if the role may work at the desk. */
    signIn: async (role: Role, name: string): Promise<DeskPerson> => {
      const token = await test.signIn(role);
      const [admin] = await sql(
        'UPDATE admins SET name = $1 WHERE id = (SELECT max(id) FROM admins) RETURNING id',
        [name],
      );
      if (roleMay(role, 'roadside:work'))
        await test.call('POST', path('/shift'), { token, body: { isOnShift: true } });
      return { id: String(admin?.['id']), token, name };
    },
    /** Sends the current booking of the marketplace; every record is newer than the one before. */
    ingest: (booking: Record<string, unknown> & { readonly _id: string }) =>
      deliver('bookings', { ...emergency, createdAt: '2026-01-01T00:00:00.000Z', ...booking }),
    /** Creates a pending emergency of the marketplace and returns its id. */
    emergency: async (fields: Record<string, unknown> = {}): Promise<string> => {
      const _id = newId();
      await desk.ingest({ _id, status: 'pending', ...fields });
      return _id;
    },
    mechanic: async (name: string, fields: Record<string, unknown> = {}): Promise<string> => {
      const _id = newId();
      await deliver('mechanics', { _id, name, status: 'approve', ...fields });
      return _id;
    },
    send: ({ token }: DeskPerson, rest: string, body: unknown = {}) =>
      test.call('POST', path(rest), { token, body }),
    get: ({ token }: DeskPerson, rest = '') => test.call('GET', path(rest), { token }),
    /** Closes an operator's desk so long ago that their claims have expired. */
    goAway: async ({ id }: DeskPerson, seconds = 91) => {
      await sql(`UPDATE roadside_desks SET seen_at = now() - $2 * interval '1 second' WHERE admin_id = $1`, [
        id,
        seconds,
      ]);
    },
    /** Removes the expired claims, as each node does every few seconds. */
    sweep: () => expireClaims(test.program.pool, null),
    /** Moves the last record and request of an emergency back by the given number of seconds. */
    age: async (id: string, seconds: number) => {
      const earlier = (column: string) => `${column} = ${column} - $2 * interval '1 second'`;
      const requests = ['requested_at', 'decided_at'].map(earlier).join(', ');
      await sql(`UPDATE emergency_requests SET ${requests} WHERE booking_id = $1`, [id, seconds]);
      await sql(`UPDATE emergencies SET ${earlier('phase_since')} WHERE booking_id = $1`, [id, seconds]);
    },
    steps: async ({ token }: DeskPerson, id: string): Promise<EmergencyStep[]> =>
      (await test.call('GET', path(`/${id}/timeline`), { token })).body.data,
  };
  return desk;
}
