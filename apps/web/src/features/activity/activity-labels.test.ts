import { APPROVAL_CAUSES } from '@wayside/contract/approvals';
import { BOOKING_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES, REFUND_KINDS } from '@wayside/contract/filter-values';
import * as lists from '@wayside/contract/lists';
import { DELIVERY_STATES, NOTIFICATION_TYPES } from '@wayside/contract/notifications';
import { RUN_ROW_STATES } from '@wayside/contract/payment-runs';
import { PAYOUT_METHODS } from '@wayside/contract/payouts';
import { ROLES } from '@wayside/contract/roles';
import { RESOLUTIONS } from '@wayside/contract/settlement-lines';
import { VEHICLE_TYPES } from '@wayside/contract/wire/fields';
import { describe, expect, test } from 'vitest';
import { englishOf, t } from '../../languages/text.ts';
import { toSpacedText } from '../../lib/format.ts';
import { actionLabel, activitySentence, changeLines, entityLabel } from './activity-labels.ts';
import { FIELD_LABELS, fieldLabel, LOGGED_WORDS, VALUE_WORDS } from './field-labels.ts';

const id = '65f0000000000000000a1b2c';
const entry = { action: 'blocked', entity: 'user', entityId: id, entityName: 'Ravi Kumar' };

describe('[SECU-05] the sentence of an activity entry', () => {
  test.each([
    [{}, 'Blocked Ravi Kumar'],
    [{ action: 'marked_expert', entity: 'mechanic' }, 'Made Ravi Kumar an expert'],
    [{ entityName: null }, 'Blocked user 0a1b2c'],
    [{ entityName: ' ' }, 'Blocked user 0a1b2c'],
    [{ action: 'created', entity: 'part', entityName: 'Brake pad' }, 'Created part Brake pad'],
    [{ action: 'updated', entity: 'configuration', entityName: null }, 'Changed the app configuration'],
    [{ action: 'sent', entity: 'notification', entityId: null, entityName: null }, 'Sent the notification'],
    [{ action: 'price_changed', entity: 'spare_wheel', entityName: null }, 'Price changed: spare wheel 0a1b2c'],
    [{ action: 'constructor', entity: 'toString' }, 'Constructor: toString Ravi Kumar'],
  ])('describes %j as "%s"', (given, sentence) => expect(activitySentence({ ...entry, ...given })).toBe(sentence));

  test('is also available as labels of an action and an entity in the filters', () => {
    expect(actionLabel('bank_account_shown')).toBe('Bank account shown');
    expect(actionLabel('price_changed')).toBe('Price changed');
    const labels = ['user', 'sos_service', 'vehicle_model', 'configuration', 'spare_wheel'].map((entity) =>
      t(entityLabel(entity)),
    );
    expect(labels).toEqual(['Users', 'SOS Services', 'Vehicle Models', 'App Configuration', 'Spare wheel']);
  });
});

const isNew = (words: readonly string[]) => (word: string) => !words.includes(word);

describe('[SECU-05, FMT-01, FMT-02] the list of changes in an activity entry', () => {
  test.each([
    [{ field: 'isBlocked', before: false, after: true }, 'Blocked: No → Yes'],
    [{ field: 'pricePaise', before: 12_345_650, after: 0 }, 'Price: ₹1,23,456.50 → ₹0'],
    [{ field: 'status', before: 'sent_for_verification', after: null }, 'Status: Sent for Verification → none'],
    [
      { field: 'status', before: 'pending', after: 'resent_for_verification' },
      'Status: Pending → Resend for Verification',
    ],
    [{ field: 'bankUpiId', before: 'Ravi@upi', after: '' }, 'Bank UPI ID: Ravi@upi → none'],
    [{ field: 'createdAt', before: null, after: '2026-02-01T18:30:00.000Z' }, 'Created at: 2 Feb 2026, 12:00 am'],
    [{ field: 'shopExperienceYears', before: 3, after: 4 }, 'Shop experience years: 3 → 4'],
    [{ field: 'transactionId', before: null, after: 'utr_one' }, 'Transaction ID: utr_one'],
    [{ field: 'method', before: null, after: 'bank_transfer' }, 'Method: Bank transfer'],
    [{ field: 'commissionPercent', before: 10, after: 12.5 }, 'Commission: 10% → 12.5%'],
    [{ field: 'chargePerKmPaise', before: 100, after: 200 }, 'Charge per km: ₹1 → ₹2'],
  ])('shows %j as "%s"', (change, line) => expect(changeLines([change])).toEqual([line]));

  test('[LANG-02] uses program texts that are all in the catalogue', () => {
    const words = LOGGED_WORDS.map(englishOf);
    expect(
      [...ROLES, ...REFUND_KINDS, ...RESOLUTIONS, ...RUN_ROW_STATES, ...APPROVAL_CAUSES].filter(isNew(words)),
    ).toEqual([]);
    expect(
      Object.values(lists)
        .flatMap((list) => (typeof list === 'object' && 'name' in list ? [list.name] : []))
        .filter(isNew(words)),
    ).toEqual([]);
    expect(changeLines([{ field: 'step', before: null, after: 'second_factor' }])).toEqual(['Step: second_factor']);
  });

  test('[LANG-02] uses labels of known fields and of their values that are all in the catalogue', () => {
    const fields = [
      'isBlocked',
      'pricePaise',
      'status',
      'bankUpiId',
      'shopPerHourPaise',
      'chargePerKmPaise',
      'dueAt',
    ];
    expect(FIELD_LABELS).toEqual(expect.arrayContaining(fields.map(fieldLabel)));
    const statuses = [...BOOKING_STATUSES, ...PAYMENT_STATUSES, ...NOTIFICATION_TYPES, ...DELIVERY_STATES];
    const words = [...statuses, ...PAYMENT_METHODS, ...PAYOUT_METHODS, ...VEHICLE_TYPES];
    expect(VALUE_WORDS).toEqual(expect.arrayContaining(words.map(toSpacedText)));
  });

  test('[USER-06] has the fields without values in its last line', () => {
    const bare = (field: string) => ({ field, before: null, after: null });
    const status = { field: 'status', before: 'pending', after: 'approved' };
    expect(changeLines([bare('name'), status, bare('phone')])).toEqual([
      'Status: Pending → Approved',
      'Name, Phone',
    ]);
    expect(changeLines([])).toEqual([]);
  });
});
