import { readFile } from 'node:fs/promises';
import { EMERGENCY_STEPS } from '@wayside/contract/roadside-requests';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type DeskPerson, deskUnderTest } from '../../testing/desk-under-test.ts';

const DOCUMENT = new URL('../../../../../docs/roadside.md', import.meta.url);
const ROW = /^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm;
const rows = [...(await readFile(DOCUMENT, 'utf8')).matchAll(ROW)]
  .map(([, before = '', event = '', after = '', request = '', steps = '']) => ({
    before,
    event,
    after,
    request,
    steps,
  }))
  .filter(({ before }) => before !== 'before' && !before.startsWith('-'));

const desk = deskUnderTest({ bookingtype: 'emergency' });
/** The acting user, a colleague, and the requested mechanics. */
let me: DeskPerson;
let bala: DeskPerson;
let ravi: string;
let suresh: string;
let id: string;

beforeAll(async () => {
  me = await desk.signIn('support', 'Asha Rao');
  bala = await desk.signIn('manager', 'Bala Iyer');
  ravi = await desk.mechanic('Ravi Kumar');
  suresh = await desk.mechanic('Suresh Patil');
});
beforeEach(async () => {
  id = desk.newId();
  for (const person of [me, bala]) await desk.send(person, '/desk', { isMuted: false, isClosing: false });
});

const record = (status: string, fields: object = {}) => desk.ingest({ _id: id, status, ...fields });
const by = (person: () => DeskPerson, verb: string, body?: () => object) => async (): Promise<number> =>
  (await desk.send(person(), `/${id}/${verb}`, body?.())).status;
const asha = () => me;
const colleague = () => bala;
const all =
  (...steps: (() => Promise<unknown>)[]) =>
  async () => {
    for (const step of steps) await step();
  };
const assign = (person: () => DeskPerson) => by(person, 'assign', () => ({ mechanicId: ravi }));
const cancel = (person: () => DeskPerson) => by(person, 'cancel', () => ({ reason: 'Drove on' }));
const offer = (from: () => DeskPerson, to: () => DeskPerson) => by(from, 'offer', () => ({ adminId: to().id }));
const pending = () => record('pending');
const minute = () => desk.age(id, 60);

/** The steps that lead to each state of the first column. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  nothing: async () => undefined,
  new: pending,
  'claimed by you': all(pending, by(asha, 'claim')),
  'claimed by you, offered to a colleague': all(pending, by(asha, 'claim'), offer(asha, colleague)),
  'claimed by a colleague': all(pending, by(colleague, 'claim')),
  'claimed by a colleague, offered to you': all(pending, by(colleague, 'claim'), offer(colleague, asha)),
  assigned: () => record('accecpted', { mechanicid: ravi }),
  'on site': () => record('arrived', { mechanicid: ravi }),
  ended: all(pending, () => record('completed')),
  'you asked for Ravi': all(pending, assign(asha)),
  'you asked for Ravi a minute ago': all(pending, assign(asha), minute),
  'a colleague asked for Ravi': all(pending, assign(colleague)),
  'a colleague asked for Ravi a minute ago': all(pending, assign(colleague), minute),
  'you asked for Ravi, who was confirmed': all(pending, assign(asha), () =>
    record('pending', { mechanicid: ravi }),
  ),
  'you asked for Ravi, a minute later for Suresh': all(
    pending,
    assign(asha),
    minute,
    by(asha, 'assign', () => ({ mechanicId: suresh })),
  ),
  'you asked to cancel': all(pending, cancel(asha)),
  'you asked to cancel a minute ago': all(pending, cancel(asha), minute),
};

const older = () => desk.ingest({ _id: id, status: 'pending', updatedAt: '2025-12-01T00:00:00.000Z' });

/** Triggers each event of the table's second column. Events of users return a status. */
const EVENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'record: pending': pending,
  'record: pending, with Ravi': () => record('pending', { mechanicid: ravi }),
  'record: pending, with Suresh': () => record('pending', { mechanicid: suresh }),
  'record: accepted, with Ravi': () => record('accecpted', { mechanicid: ravi }),
  'record: accepted, with Suresh': () => record('accecpted', { mechanicid: suresh }),
  'record: arrived, with Ravi': () => record('arrived', { mechanicid: ravi }),
  'record: completed': () => record('completed', { mechanicid: ravi }),
  'record: cancelled': () => record('cancelled'),
  'record: no emergency any more': () => record('pending', { bookingtype: 'services' }),
  'record: an older one': older,
  'record: of a status that nobody knows': () => record('on_the_way'),
  'you claim': by(asha, 'claim'),
  'you release': by(asha, 'release'),
  'you offer it to a colleague': offer(asha, colleague),
  'you take the offer back': by(asha, 'offer', () => ({ adminId: null })),
  'you accept': by(asha, 'accept'),
  'you decline': by(asha, 'decline'),
  'you ask for Ravi': assign(asha),
  'you ask for Suresh': by(asha, 'assign', () => ({ mechanicId: suresh })),
  'you ask to cancel': cancel(asha),
  'your desk is not seen for 90 s': async () => {
    await desk.goAway(me);
    await desk.sweep();
  },
};

async function whatItIs(): Promise<{ after: string; request: string }> {
  const { status, body } = await desk.get(bala, `/${id}`);
  if (status === 404) return { after: 'nothing', request: '–' };
  const { state, claim, request } = body.data;
  const owner = claim?.ownerId === me.id ? ' by you' : ' by a colleague';
  const offered = claim?.offeredToId === me.id ? ', offered to you' : ', offered to a colleague';
  const named = String(state).replace('_', ' ');
  const after = `${named}${state === 'claimed' ? owner : ''}${claim?.offeredToId ? offered : ''}`;
  return { after, request: request ? `${request.kind} ${request.state}` : '–' };
}
const stepsOf = async () =>
  (await desk.get(bala, `/${id}`)).status === 404 ? [] : (await desk.steps(bala, id)).map(({ kind }) => kind);

it.each(rows)('[ROAD-01, ROAD-03, ROAD-05] docs/roadside.md: $before, $event', async (row) => {
  const [prepare, happen] = [BEFORE[row.before], EVENTS[row.event]];
  if (!prepare || !happen) throw new Error(`the test does not know "${row.before}" or "${row.event}"`);
  await prepare();
  const stepsBefore = (await stepsOf()).length;
  const status = await happen();
  const { after, request } = await whatItIs();
  const steps = (await stepsOf()).slice(stepsBefore);
  const said = status === 409 ? '409' : steps.join(', ') || '–';
  expect({ ...row, after, request, steps: said }).toEqual(row);
});

it('[ROAD-03] docs/roadside.md describes every step of the timeline', () => {
  const documented = new Set(rows.flatMap(({ steps }) => steps.split(', ')));
  expect(EMERGENCY_STEPS.filter((step) => !documented.has(step))).toEqual([]);
});
