import type { Booking } from '@wayside/contract/bookings';
import { keepDesk, setShift } from '@wayside/contract/roadside';
import { ownProfile } from '@wayside/contract/session';
import type { User } from '@wayside/contract/users';
import type { Locator, Page } from 'playwright-core';
import { createAdministrator } from './administrators.ts';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';
import { withDatabase } from './database.ts';
import { anEmergency } from './factories/bookings.ts';
import { aUser, refTo } from './factories/people.ts';
import { openLive } from './live.ts';
import { loadMarketplace } from './marketplace.ts';
import { beginSignedIn, openSession, storedSession } from './session.ts';

/** Returns the time the given number of seconds ago, by the clock of this machine, which the server shares. */
export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

/** Creates a customer with the name, and an emergency of that customer. */
export function aCall(name: string, overrides: Partial<Booking> = {}): { user: User; emergency: Booking } {
  const user = aUser({ name });
  const createdAt = overrides.createdAt ?? ago(5);
  const emergency = anEmergency({
    customer: refTo(user),
    createdAt,
    updatedAt: createdAt,
    // Makes the problem text unique, even if a test is retried.
    problem: `Flat tyre ${user.id.slice(-6)}`,
    ...overrides,
  });
  return { user, emergency };
}

/** Sends emergencies to the desk by ingest, as a marketplace does. */
export async function sendEmergencies(
  application: Application,
  ...calls: readonly ReturnType<typeof aCall>[]
): Promise<void> {
  await loadMarketplace(application, {
    users: calls.map(({ user }) => user),
    bookings: calls.map(({ emergency }) => emergency),
  });
}

/** Ends emergencies that earlier tests or attempts left open, because their alarm would sound. */
export async function endOpenEmergencies(application: Application): Promise<void> {
  await withDatabase(application, (client) =>
    client.query(
      "UPDATE bookings SET status = 'cancelled', updated_at = now() WHERE id IN (SELECT booking_id FROM emergencies WHERE phase <> 'ended')",
    ),
  );
}

/** Sends a change of an emergency, as the marketplace does. */
export const sendEmergencyUpdate = (
  application: Application,
  emergency: Booking,
  change: Partial<Booking>,
): Promise<void> => loadMarketplace(application, { bookings: [{ ...emergency, updatedAt: ago(0), ...change }] });

/** Returns the row of an emergency in the queue. */
export const emergencyRow = (page: Page, { problem }: Booking): Locator =>
  page
    .getByRole('list', { name: 'Emergencies' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^Open ${problem},`) }) });

/** Returns the open emergency, which is next to the queue or covers it. */
export const openedEmergency = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: `Emergency of ${name}` })
    .or(page.getByRole('dialog', { name: `Emergency of ${name}` }));

/** Creates a colleague with permission to work at the desk and an open session. */
export async function createColleague(application: Application): Promise<Colleague> {
  const credentials = await createAdministrator(application, 'support');
  await withDatabase(application, (client) =>
    client.query('UPDATE admins SET name = $2 WHERE email = $1', [credentials.email, 'Kiran Desai']),
  );
  const token = await openSession(application, credentials);
  return { token, email: credentials.email, ...(await openDeskOf(application, token)) };
}

interface Colleague {
  readonly token: string;
  readonly email: string;
  readonly id: string;
  /** The name that the desk shows. */
  readonly name: string;
}

/** Starts the shift of a session without a screen (DESK-03). */
export async function startShift(application: Application, token: string): Promise<void> {
  await callApi(application, token, setShift, { body: { isOnShift: true } });
}

/** Opens the desk of a session without a screen, and returns its id and name. */
async function openDeskOf(application: Application, token: string): Promise<{ id: string; name: string }> {
  const { profile } = await callApi(application, token, ownProfile);
  await startShift(application, token);
  const { desks } = await callApi(application, token, keepDesk, { body: { isMuted: false, isClosing: false } });
  const own = desks.find(({ id }) => id === profile?.id);
  if (own === undefined) throw new Error('the desk is not open');
  return own;
}

/** Sets how long ago the user's desk was last seen, so that the test need not wait for a minute and a half. */
export async function setDeskLastSeen(application: Application, email: string, seconds: number): Promise<void> {
  await withDatabase(application, (client) =>
    client.query(
      `UPDATE roadside_desks SET seen_at = now() - $2 * interval '1 second' WHERE admin_id = (SELECT id FROM admins WHERE email = $1)`,
      [email, seconds],
    ),
  );
}

/** Returns how many seconds ago a desk was last seen. */
export const readSecondsUnseen = (application: Application, email: string): Promise<number> =>
  withDatabase(application, async (client) => {
    const { rows } = await client.query(
      `SELECT extract(epoch FROM now() - seen_at)::float AS seconds FROM roadside_desks WHERE admin_id = (SELECT id FROM admins WHERE email = $1)`,
      [email],
    );
    return rows[0].seconds;
  });

/** Changes the time of the request to the marketplace to the given number of seconds ago. */
export async function backdateRequest(application: Application, { id }: Booking, seconds: number): Promise<void> {
  await withDatabase(application, (client) =>
    client.query(
      `UPDATE emergency_requests SET requested_at = requested_at - $2 * interval '1 second' WHERE booking_id = $1`,
      [id, seconds],
    ),
  );
}

/** Signs in, starts a shift, opens the desk and waits until it follows changes. */
export async function openDesk(page: Page, application: Application, path = '/roadside'): Promise<void> {
  await beginSignedIn(page, application);
  await startShift(application, await ownToken(application));
  await openLive(page, path);
  await page.getByRole('list', { name: 'On shift' }).waitFor();
}

/** Returns the session token of the first administrator, whose desk openDesk opens. */
export const ownToken = (application: Application): Promise<string> => storedSession(application);

/** Records the tones that a page plays from its next document on, as rounded frequencies in Hz. */
export async function recordTones(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tones: number[] = [];
    Object.assign(window, { tones });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (at) {
      if (this.context.state === 'running' && (at ?? 0) > 0) tones.push(Math.round(this.frequency.value));
      start.call(this, at);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'tones') as number[]);
}

/** The frequencies of each sound in Hz; see alarm-sound.ts. */
export const TONES = { new: [659, 880], unanswered: [587, 440], offer: [523, 523] } as const;
