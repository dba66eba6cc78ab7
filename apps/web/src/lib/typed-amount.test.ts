import { describe, expect, test } from 'vitest';
import { parseAmount, parseNumber } from './typed-amount.ts';

describe('[EDIT-03] an amount typed by a user', () => {
  test.each([
    ['1,200', 120_000],
    ['₹ 1,200.50', 120_050],
    ['1200.5', 120_050],
    ['12,34,567', 123_456_700],
    ['1,00,000', 10_000_000],
    ['1,234,567.89', 123_456_789],
    ['100,000', 10_000_000],
    [' ₹1,200 ', 120_000],
    ['Rs. 1,200', 120_000],
    ['rs 49', 4_900],
    ['INR 49.05', 4_905],
    ['1,200/-', 120_000],
    ['₹ 1,200/-', 120_000],
    ['1,200 ₹', 120_000],
    ['500 rupees', 50_000],
    ['.5', 50],
    ['5.', 500],
    ['0', 0],
    ['007', 700],
    ['１，२००', 120_000],
    ['１，２００', 120_000],
    ['₹\u00a01,200', 120_000],
    ['10000000000', 1e12],
  ])('reads %j as %i paise', (typed, paise) => expect(parseAmount(typed)).toEqual({ value: paise }));

  test.each([
    ['1.234', 'Use at most two decimals'],
    ['₹ 1,200.505', 'Use at most two decimals'],
    ['abc', 'Enter an amount in rupees, such as 1,200.50'],
    ['', 'Enter an amount in rupees, such as 1,200.50'],
    ['₹', 'Enter an amount in rupees, such as 1,200.50'],
    ['.', 'Enter an amount in rupees, such as 1,200.50'],
    ['1.2.3', 'Enter an amount in rupees, such as 1,200.50'],
    ['1e3', 'Enter an amount in rupees, such as 1,200.50'],
    ['0x10', 'Enter an amount in rupees, such as 1,200.50'],
    ['12 apples', 'Enter an amount in rupees, such as 1,200.50'],
    ['1 200', 'Enter an amount in rupees, such as 1,200.50'],
    ['1200,50', 'The commas are misplaced: write 1,200 or 12,34,567'],
    ['1,20', 'The commas are misplaced: write 1,200 or 12,34,567'],
    [',200', 'The commas are misplaced: write 1,200 or 12,34,567'],
    ['-5', 'The amount cannot be negative'],
    ['₹ −1,200', 'The amount cannot be negative'],
    ['10000000000.01', 'Enter at most ₹1,000 crore'],
    ['9'.repeat(400), 'Enter at most ₹1,000 crore'],
  ])('reports an error for %j', (typed, error) => expect(parseAmount(typed)).toEqual({ error }));
});

describe('[EDIT-03] another number typed by a user', () => {
  test.each([
    ['12.5', 12.5],
    ['12.5 %', 12.5],
    ['1,000', 1000],
    ['0.125', 0.125],
  ])('is read from %j', (typed, value) => expect(parseNumber(typed)).toEqual({ value }));

  test.each([
    ['free', 'Enter a number, such as 12.5'],
    ['1,0', 'The commas are misplaced: write 1,200 or 12,34,567'],
    ['-1', 'The amount cannot be negative'],
  ])('reports an error for %j', (typed, error) => expect(parseNumber(typed)).toEqual({ error }));
});
