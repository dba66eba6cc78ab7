import { type Emergency, type EmergencyClaim, emergency } from '@wayside/contract/roadside';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { describe, expect, test } from 'vitest';
import { alarmsOf, INITIAL_ALARM_STATE, nextSound, REPEAT_MS } from './alarms.ts';

const ME = 'a'.repeat(24);
const OTHER = 'b'.repeat(24);
const at = (ms: number) => new Date(ms).toISOString();
const NOW = Date.parse('2026-03-10T06:30:00.000Z');

const anEmergency = (overrides: Partial<Emergency>): Emergency =>
  completeRecord(emergency, {
    id: 'c'.repeat(24),
    state: 'new',
    since: at(NOW - 30_000),
    vehicleTypes: [],
    noteCount: 0,
    ...overrides,
  });
const claimedBy = (ownerId: string): EmergencyClaim => ({
  ownerId,
  owner: 'Somebody',
  claimedAt: at(NOW),
  offeredToId: null,
  offeredTo: null,
});
const askedBy = (requestedById: string, ms: number): Emergency['request'] => ({
  kind: 'assign',
  mechanic: null,
  reason: null,
  requestedById,
  requestedBy: 'Somebody',
  requestedAt: at(NOW - ms),
  state: 'waiting',
});

describe('the cause of an alarm sound', () => {
  test('[ROAD-02] is an unclaimed emergency', () => {
    expect(alarmsOf([anEmergency({})], ME, NOW)).toEqual([{ id: 'c'.repeat(24), kind: 'new' }]);
    expect(alarmsOf([anEmergency({ state: 'claimed', claim: claimedBy(OTHER) })], ME, NOW)).toEqual([]);
  });

  test('[ROAD-05] is a request without a response for 60 s, at the desk that holds the claim', () => {
    const asked = (ms: number, owner: string) =>
      alarmsOf([anEmergency({ state: 'claimed', claim: claimedBy(owner), request: askedBy(owner, ms) })], ME, NOW);
    expect(asked(59_000, ME)).toEqual([]);
    expect(asked(60_000, ME)).toEqual([{ id: 'c'.repeat(24), kind: 'unanswered' }]);
    expect(asked(60_000, OTHER)).toEqual([]);
  });
});

describe('an offered hand-over', () => {
  const offered = [anEmergency({ state: 'claimed', claim: { ...claimedBy(OTHER), offeredToId: ME } })];

  test('[ROAD-03] sounds once, at the desk that receives the offer', () => {
    expect(alarmsOf(offered, OTHER, NOW)).toEqual([]);
    const alarms = alarmsOf(offered, ME, NOW);
    const first = nextSound(INITIAL_ALARM_STATE, alarms, NOW);
    expect(first.sound).toBe('offer');
    expect(nextSound(first.alarmState, alarms, NOW + REPEAT_MS).sound).toBeNull();
  });

  test('[ROAD-02] does not delay the next sound for unclaimed emergencies', () => {
    const alarm = { id: 'd'.repeat(24), kind: 'new' } as const;
    const { alarmState } = nextSound(INITIAL_ALARM_STATE, [alarm], NOW);
    const offer = nextSound(alarmState, [alarm, ...alarmsOf(offered, ME, NOW)], NOW + 5_000);
    expect(offer.sound).toBe('offer');
    expect(nextSound(offer.alarmState, [alarm], NOW + REPEAT_MS).sound).toBe('new');
  });
});

describe('the next alarm sound', () => {
  const alarm = { id: 'c'.repeat(24), kind: 'new' } as const;

  test('[ROAD-02] plays immediately, and repeats until the emergency is claimed', () => {
    const first = nextSound(INITIAL_ALARM_STATE, [alarm], NOW);
    expect(first.sound).toBe('new');
    expect(nextSound(first.alarmState, [alarm], NOW + REPEAT_MS - 1).sound).toBeNull();
    expect(nextSound(first.alarmState, [alarm], NOW + REPEAT_MS).sound).toBe('new');
    expect(nextSound(first.alarmState, [], NOW + REPEAT_MS).sound).toBeNull();
  });

  test('[ROAD-02] plays immediately for another emergency', () => {
    const { alarmState } = nextSound(INITIAL_ALARM_STATE, [alarm], NOW);
    expect(nextSound(alarmState, [alarm, { ...alarm, id: 'd'.repeat(24) }], NOW + 1_000).sound).toBe('new');
  });

  test('[ROAD-03] plays immediately when a claim has expired', () => {
    const { alarmState } = nextSound(INITIAL_ALARM_STATE, [alarm], NOW);
    const claimed = nextSound(alarmState, [], NOW + 1_000);
    expect(nextSound(claimed.alarmState, [alarm], NOW + 2_000).sound).toBe('new');
  });

  test('[ROAD-02, ROAD-05] alternates between the two kinds when one emergency is unclaimed and one request is unanswered', () => {
    const both = [alarm, { id: 'd'.repeat(24), kind: 'unanswered' } as const];
    let { alarmState } = nextSound(INITIAL_ALARM_STATE, [alarm], NOW);
    const at = (ms: number) => {
      const next = nextSound(alarmState, both, NOW + ms);
      ({ alarmState } = next);
      return next.sound;
    };
    expect([1_000, 1_000 + REPEAT_MS, 1_000 + 2 * REPEAT_MS].map(at)).toEqual(['unanswered', 'new', 'unanswered']);
  });
});
