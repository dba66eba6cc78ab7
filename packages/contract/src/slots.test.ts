import { expect, test } from 'vitest';
import { slotDuration } from './slots.ts';

test.each([
  ['09:00', '10:00', '1 hour'],
  ['9:00', '9:30', '30 mins'],
  ['9 AM', '10:30 am', '1.5 hours'],
  ['09:00', '10:20', '1.33 hours'],
  ['9:30 pm', '11:30 PM', '2 hours'],
  ['23:30', '00:15', '45 mins'],
  ['11 pm', '1 am', '2 hours'],
  ['12 am', '12 pm', '12 hours'],
  ['12:30 PM', '1:30pm', '1 hour'],
  ['09:00', '08:00', '23 hours'],
  ['09:00', '09:01', '1 mins'],
])('[SLOT-04] %s to %s is %s', (start, end, duration) => {
  expect(slotDuration(start, end)).toBe(duration);
});

test.each([
  ['09:00', '09:00'],
  ['9 AM', '09:00'],
  ['morning', '10:00'],
  ['9', '10'],
  ['25:00', '26:00'],
  ['9:75', '10:00'],
  ['13 pm', '2 pm'],
  ['0 am', '2 am'],
  ['', ''],
])('[SLOT-04] no duration is suggested for %s to %s', (start, end) => {
  expect(slotDuration(start, end)).toBeNull();
});
