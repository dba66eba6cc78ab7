import { type User, user } from '@wayside/contract/users';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { DAY_MS, type DemoPlan, joinTime } from './demo-plan.ts';
import { emailOf, mobileNumber, personName, referralCode } from './names.ts';
import { byWeight, Random, recordIdAt, type Weighted } from './random.ts';

const WOMEN_SHARE = 0.46;
const BLOCKED_SHARE = 0.04;
const ONLINE_SHARE = 0.06;

const VEHICLES: Weighted<readonly string[]> = [
  [['bike'], 36],
  [['car'], 30],
  [['bike', 'car'], 20],
  [['auto'], 5],
  [['truck'], 3],
  [['car', 'truck'], 1],
  [['bus'], 1],
  [['bike', 'car', 'auto', 'bus', 'truck'], 1],
  [[], 3],
];

const WALLETS = byWeight({ none: 8, empty: 34, little: 14, limit: 1, some: 43 });

/** Returns a wallet balance in paise: null, zero, or below, at or above the minimum for a payout (LOYA-02). */
function walletPaise(random: Random): number | null {
  const kind = random.weighted(WALLETS);
  if (kind === 'none') return null;
  if (kind === 'empty') return 0;
  if (kind === 'little') return random.between(50, 999);
  if (kind === 'limit') return 1000;
  return random.chance(0.7) ? random.between(11, 900) * 100 : random.between(1001, 250_000);
}

/** Edge cases for the screens, applied to the newest customers. */
const EDGE_CASES: readonly ((user: User) => User)[] = [
  (user) => user,
  (user) => ({ ...user, name: 'प्रिया शर्मा', isBlocked: false }),
  (user) => ({
    ...user,
    name: `Raja ${'Chandrasekhara Venkata Subrahmanya '.repeat(6)}`.slice(0, 199).concat('n'),
  }),
  (user) => ({ ...user, name: null }),
  (user) => ({ ...user, email: null }),
  (user) => ({ ...user, phone: null }),
  (user) => ({ ...user, isBlocked: true, socketId: null }),
  (user) => ({ ...user, socketId: 'demo-socket-1', isBlocked: false }),
  (user) => ({ ...user, walletPaise: null }),
  (user) => ({ ...user, walletPaise: 0 }),
  (user) => ({ ...user, walletPaise: 999 }),
  (user) => ({ ...user, walletPaise: 1001, isBlocked: false }),
  (user) => ({ ...user, walletPaise: 123_456_789 }),
  (user) => ({ ...user, vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'] }),
  (user) => ({ ...user, vehicleTypes: [], referralCode: null, updatedAt: null }),
  (user) => ({
    ...user,
    name: "D'Souza <b>& Sons</b>",
    email: 'very.long.address.of.a.family.business@mail.example.com',
  }),
];

const streamOf = (plan: DemoPlan, index: number) => new Random(plan.seed, 'users', index);

function identity(plan: DemoPlan, index: number, random: Random): { id: string; createdAtMs: number } {
  const createdAtMs = joinTime(plan, index, { all: plan.users, early: plan.earlyUsers }, random.next());
  return { id: recordIdAt(createdAtMs, random, index), createdAtMs };
}

/** Returns a reference to the customer at an index without generating the customers before it. */
export function userRef(plan: DemoPlan, index: number): PersonRef {
  return { id: identity(plan, index, streamOf(plan, index)).id, name: null, phone: null, email: null };
}

/** Returns the customer at an index; the customer at 0 joined first. */
export function demoUser(plan: DemoPlan, index: number): User {
  const random = streamOf(plan, index);
  const { id, createdAtMs } = identity(plan, index, random);
  const { name, handle } = personName(random, WOMEN_SHARE);
  const isBlocked = random.chance(BLOCKED_SHARE);
  const updatedAtMs = Math.min(plan.timeline.endMs, createdAtMs + Math.floor(random.next() ** 2 * 60 * DAY_MS));
  const made = completeRecord(user, {
    id,
    name,
    email: random.chance(0.03) ? null : emailOf(handle, random),
    phone: mobileNumber(random),
    vehicleTypes: [...random.weighted(VEHICLES)],
    walletPaise: walletPaise(random),
    isBlocked,
    referralCode: random.chance(0.1) ? null : referralCode(handle, random),
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(updatedAtMs).toISOString(),
    socketId: !isBlocked && random.chance(ONLINE_SHARE) ? `demo-${random.hex10()}` : null,
  });
  return EDGE_CASES[plan.users - 1 - index]?.(made) ?? made;
}
