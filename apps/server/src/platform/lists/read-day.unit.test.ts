import { expect, it } from 'vitest';
import { readDay } from './read-day.ts';

const NOW = new Date('2026-03-14T20:00:00Z');

it.each([
  ['4 March', '2026-03-04'],
  ['15 Mar.', '2026-03-15'],
  ['16 March', '2025-03-16'],
  ['4th of march, 2024', '2024-03-04'],
  ['December 31', '2025-12-31'],
  ['29 February 2024', '2024-02-29'],
  ['४ मार्च', '2026-03-04'],
  ['4 மார்ச் 2026', '2026-03-04'],
  ['৪ মার্চ', '2026-03-04'],
  ['4-Mar-2026', '2026-03-04'],
  ['4.3.2026', '2026-03-04'],
  ['04-03-2026', '2026-03-04'],
  ['4/3/26', '2026-03-04'],
  ['2026-3-4', '2026-03-04'],
])('[BOOK-15] reads %j as the day %s', (typed, day) => {
  expect(readDay(typed, NOW)).toBe(day);
});

it.each([
  '31/02/2026',
  '29 February',
  '4 Marc',
  'May Kumar',
  '98-20-26',
  '4',
  '2026',
  '4/3',
  '',
  '6a04032026',
  'oct-7',
  '7-oct',
  '12dec',
])('[BOOK-15] does not read %j as a day', (typed) => {
  expect(readDay(typed, NOW)).toBeNull();
});
