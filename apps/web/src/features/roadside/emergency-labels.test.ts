import { emergency } from '@wayside/contract/roadside';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { describe, expect, test } from 'vitest';
import {
  clockText,
  distanceText,
  emergencyName,
  missedTargetText,
  overdueAt,
  overdueLevel,
  targetSecondsOf,
  targetText,
} from './emergency-labels.ts';

describe('an elapsed time', () => {
  test.each([
    [0, '0:00'],
    [134, '2:14'],
    [3_599, '59:59'],
    [3_734, '1:02:14'],
    [9 * 86_400 + 4 * 3_600 + 59, '9d 4h'],
    [-3, '0:00'],
  ])('[ROAD-01] shows %i seconds as %s', (seconds, text) => expect(clockText(seconds)).toBe(text));
});

describe('a target', () => {
  test.each([
    ['1:30', 90],
    ['3', 180],
    ['90:00', 5_400],
    ['0:01', 1],
    ['0:00', null],
    ['1:60', null],
    ['1441', null],
    ['soon', null],
    ['', null],
  ])('[ROAD-01] is read from the input "%s" as %s seconds', (typed, seconds) =>
    expect(targetSecondsOf(typed)).toBe(seconds),
  );

  test('[ROAD-01] is shown in the format that the input accepts', () =>
    expect(targetSecondsOf(targetText(5_400))).toBe(5_400));
});

describe('a distance', () => {
  test.each([
    [4, '0 m'],
    [846, '850 m'],
    [950, '950 m'],
    [999, '1.0 km'],
    [1_240, '1.2 km'],
    [12_400, '12 km'],
  ])('[ROAD-04] shows %i metres as %s', (metres, text) => expect(distanceText(metres)).toBe(text));
});

test('the name of an emergency omits the full stop of its problem description', () => {
  const named = (problem: string) =>
    emergencyName(
      completeRecord(emergency, {
        id: 'c'.repeat(24),
        state: 'new',
        since: '',
        problem,
        vehicleTypes: [],
        noteCount: 0,
      }),
    );
  expect(['Keys locked inside the car.', 'गाड़ी स्टार्ट नहीं हो रही है।', 'Flat tyre'].map(named)).toEqual([
    'Keys locked inside the car, N/A',
    'गाड़ी स्टार्ट नहीं हो रही है, N/A',
    'Flat tyre, N/A',
  ]);
});

describe('how late an emergency is', () => {
  const called = Date.parse('2026-03-14T10:00:00Z');
  const at = (seconds: number) => new Date(called + seconds * 1000).toISOString();

  test('[DESK-01] is counted from the target of the state or of the total wait, whichever was exceeded first', () => {
    // Claimed after 14 minutes: 3 minutes remain to assign a mechanic, but the total wait has passed its target of 4
    // minutes.
    expect(overdueAt({ dueAt: at(14 * 60 + 180), waitDueAt: at(240) })).toBe(called + 240_000);
    expect(overdueAt({ dueAt: at(60), waitDueAt: at(60) })).toBe(called + 60_000);
    expect(overdueAt({ dueAt: null, waitDueAt: null })).toBeNull();
  });

  test('[DESK-01] refers to the total wait while the state is within its target', () => {
    expect(missedTargetText({ state: 'assigned' }, true)).toBe('no mechanic arrived in time');
    expect(missedTargetText({ state: 'assigned' }, false)).toBe('the customer has waited too long in total');
    expect(missedTargetText({ state: 'unknown' }, true)).toBe('it is taking too long');
  });

  test.each([
    [-1, null],
    [0, 1],
    [119, 1],
    [120, 2],
    [599, 2],
    [600, 3],
  ])('[DESK-01] is shown, %i s after the target, as level %s', (seconds, level) =>
    expect(overdueLevel(called, called + seconds * 1000)).toBe(level),
  );
});
