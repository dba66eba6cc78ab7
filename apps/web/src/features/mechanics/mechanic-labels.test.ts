import { expect, test } from 'vitest';
import { t } from '../../languages/text.ts';
import { experience, formatHourlyCharge, shopLocation, statusLabel } from './mechanic-labels.ts';

const shop = {
  name: null,
  perHourPaise: null,
  experienceYears: null,
  description: null,
  latitude: null,
  longitude: null,
};

test.each([
  ['pending', 'Pending'],
  ['sent_for_verification', 'Sent for Verification'],
  ['resent_for_verification', 'Resend for Verification'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['on_hold', 'on_hold'],
  ['unknown:approved', 'approved'],
  ['constructor', 'constructor'],
  [null, 'N/A'],
])('[MECH-02] shows the status %s as %s', (status, label) => {
  expect(t(statusLabel(status).label)).toBe(label);
});

test.each([
  [8, '8 years'],
  [1, '1 year'],
  [0, '0 years'],
  [7.5, '7.5 years'],
  [null, 'N/A'],
])('[MECH-02] shows an experience of %s as %s', (experienceYears, text) => {
  expect(experience({ shop: { ...shop, experienceYears } })).toBe(text);
  expect(experience({ shop: null })).toBe('N/A');
});

test('[MECH-04] shows the service charge as a price per hour', () => {
  expect(formatHourlyCharge({ shop: { ...shop, perHourPaise: 123_456_00 } })).toBe('₹1,23,456 per hour');
  expect(formatHourlyCharge({ shop: { ...shop, perHourPaise: 0 } })).toBe('₹0 per hour');
  expect(formatHourlyCharge({ shop: null })).toBe('N/A');
});

test('[MECH-03] shows the location of a workshop with four decimals, and no location without both coordinates', () => {
  expect(shopLocation({ shop: { ...shop, latitude: 19.07612, longitude: 0 } })?.text).toBe('19.0761, 0.0000');
  expect(shopLocation({ shop: { ...shop, latitude: 19.07612 } })).toBeNull();
  expect(shopLocation({ shop: null })).toBeNull();
});
