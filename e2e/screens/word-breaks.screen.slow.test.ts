import { listActivity } from '@wayside/contract/activity';
import { listBookings } from '@wayside/contract/bookings';
import {
  APPLICATION_STATUSES,
  BOOKING_STATUSES,
  LINE_STATES,
  PAYMENT_METHODS,
  PAYMENT_OUT_KINDS,
  PAYMENT_STATUSES,
  REFUND_KINDS,
  REFUND_STATES,
  RUN_STATES,
  SETTLEMENT_STATES,
} from '@wayside/contract/filter-values';
import { listMechanics } from '@wayside/contract/mechanics';
import { listedNotification, listNotifications, NOTIFICATION_TYPES } from '@wayside/contract/notifications';
import { listRuns, type PaymentRun } from '@wayside/contract/payment-runs';
import { listPayments } from '@wayside/contract/payments';
import { listPaymentsOut, paymentOut } from '@wayside/contract/payments-out';
import type { Language } from '@wayside/contract/preferences';
import { listRefunds, refund } from '@wayside/contract/refunds';
import { listServices } from '@wayside/contract/services';
import { listSettlementLines, type SettlementLine } from '@wayside/contract/settlement-lines';
import {
  listSettlementFiles,
  listSettlementProfiles,
  listSettlements,
  type Settlement,
  type SettlementFile,
} from '@wayside/contract/settlements';
import { listSosServices } from '@wayside/contract/sos-services';
import { listUsers } from '@wayside/contract/users';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showLanguage } from '../../apps/web/src/languages/language.ts';
import { anActivity } from '../support/factories/activity.ts';
import { aBooking, anEmergency } from '../support/factories/bookings.ts';
import { aService, aSosService } from '../support/factories/catalogue.ts';
import { aPayment } from '../support/factories/payments.ts';
import { aMechanic, aUser, refTo } from '../support/factories/people.ts';
import { newRecordId } from '../support/factories/record-id.ts';
import { untilStill } from './accessible.ts';
import { type MockResponse, openScreen, respondWith, respondWithRows } from './open-screen.ts';
import { LIST_SCREEN_RESPONSES, respondWithEarnings } from './responses.ts';

const AT = '2026-03-05T05:00:00.000Z';
const customer = aUser({ name: 'Chandrasekhar Banerjee', email: 'ch.banerjee@example.net' });
const mechanic = aMechanic({ name: 'Lakshmi Venkataraman' });
const people = { customer: refTo(customer), mechanic: refTo(mechanic) };
const amounts = { totalPaise: 1_234_550, paidPaise: 0, duePaise: 1_234_550, discountPaise: 0 };

const bookings = respondWithRows(
  listBookings,
  ...BOOKING_STATUSES.map((status) => aBooking({ ...people, amounts, status })),
  anEmergency({ customer: refTo(customer), amounts }),
);
const users = respondWithRows(
  listUsers,
  customer,
  aUser({ isBlocked: true, vehicleTypes: ['bike', 'car', 'truck'] }),
);
const mechanics = respondWithRows(
  listMechanics,
  ...APPLICATION_STATUSES.map((status) => aMechanic({ status, isExpert: true })),
);
const payments = respondWithRows(
  listPayments,
  ...PAYMENT_STATUSES.map((status, place) =>
    aPayment({
      ...people,
      status,
      method: PAYMENT_METHODS[place] ?? null,
      amountPaise: 1_234_550,
      transactedAt: AT,
    }),
  ),
);
const refunds = respondWithRows(
  listRefunds,
  ...REFUND_STATES.map((state, place) =>
    completeRecord(refund, {
      ...{ id: newRecordId(), paymentId: newRecordId(), ...people, state, requestedAt: AT, isAfterRefund: false },
      kind: REFUND_KINDS[place % REFUND_KINDS.length] ?? 'full',
      ...{ amountPaise: 1_234_550, returnedPaise: 0, mechanicPercent: 40, mechanicPaise: 493_820 },
    }),
  ),
);
const paymentsOut = respondWith(listPaymentsOut, {
  rows: PAYMENT_OUT_KINDS.map((kind) =>
    completeRecord(paymentOut, {
      ...{ id: newRecordId(), kind, payeeKind: 'mechanic', payee: refTo(mechanic), amountPaise: 1_234_550 },
      ...{ method: 'bank_transfer', transactionId: 'HDFCN28540000224', paidAt: AT },
    }),
  ),
  ...{ total: 3, pageCount: 1, page: 1, sumPaise: 0 },
});
const runs = respondWithRows(
  listRuns,
  ...RUN_STATES.map(
    (state, place): PaymentRun => ({
      ...{ id: newRecordId(), number: place + 1, state, profile: 'hdfc', profileLabel: 'HDFC Bank' },
      ...{ debitAccount: null, rowCount: 12, totalPaise: 1_234_550, createdAt: AT, createdById: newRecordId() },
      progress: (['paid', 'failed', 'sent'] as const).map((each) => ({
        state: each,
        count: 4,
        amountPaise: 411_517,
      })),
      ...{ createdBy: 'finance@example.in', needsApproval: false, lapsesAt: null, approvedBy: null },
      ...{ approvedAt: null, sentAt: null, fileName: null, fileHash: null, endedAt: null, endedBy: null },
      reason: null,
    }),
  ),
);
const lines = respondWithRows(
  listSettlementLines,
  ...LINE_STATES.map(
    (state, place): SettlementLine => ({
      ...{
        id: String(place),
        fileId: newRecordId(),
        fileName: 'report.csv',
        source: 'Razorpay',
        line: place,
        state,
      },
      ...{ type: 'adjustment', step: 'order_id', isOpen: true, isMatching: false, reference: 'pay_9319755c4dc5bc' },
      ...{ orderId: null, utr: null, settlementReference: null, reportedOn: null, day: '2026-03-05', ageDays: 31 },
      ...{ amountPaise: 643_700, feePaise: 0, taxPaise: 0, netPaise: 643_700, expectedPaise: 644_700 },
      ...{ paymentId: null, reason: null, ownerId: null, owner: null, note: null, resolution: null },
      ...{ resolvedBy: null, resolvedAt: null, approvedBy: null, requestedById: null, requestedBy: null },
      ...{ requestedPaise: null, requestReason: null },
    }),
  ),
);
const aFile = (openCount: number, matchedAt: string | null): SettlementFile => ({
  ...{ id: newRecordId(), kind: 'gateway', profile: 'razorpay', profileLabel: 'Razorpay', name: 'settlements.csv' },
  ...{ hash: 'ab'.repeat(32), lineCount: 1_229, totalPaise: 123_456_750, sums: [], openCount, matchedAt },
  ...{ firstDay: '2026-03-01', lastDay: '2026-03-05', uploadedAt: AT, uploadedBy: 'finance@example.in' },
});
const settlements = respondWithRows(
  listSettlements,
  ...SETTLEMENT_STATES.map(
    (state): Settlement => ({
      ...{ id: state, source: 'Razorpay', reference: 'setl_9319755c4dc5bc', utr: 'HDFCN28540000224', state },
      ...{ settledOn: '2026-03-05', lineCount: 12, paymentsPaise: 123_456_750, adjustmentsPaise: 1_000 },
      ...{ refundsPaise: 1_000, feePaise: 2_000, taxPaise: 360, netPaise: 123_000_000, unexplainedPaise: 0 },
      ...{ creditPaise: 123_000_000, creditedOn: '2026-03-06' },
    }),
  ),
);
const notifications = respondWithRows(
  listNotifications,
  ...NOTIFICATION_TYPES.map((type) =>
    completeRecord(listedNotification, {
      ...{ id: newRecordId(), message: 'We are closed', type, createdAt: AT, updatedAt: AT, delivery: 'delivered' },
    }),
  ),
);

const LISTS: readonly [path: string, ...answers: MockResponse[]][] = [
  ['/bookings', bookings],
  ['/users', users],
  ['/mechanics', mechanics],
  ['/payments', payments],
  ['/payments/refunds', refunds],
  ['/payouts', respondWithEarnings({ ...mechanic, earnedPaise: 10_284_033 }, { ...aMechanic(), earnedPaise: 0 })],
  ['/payouts/history', paymentsOut],
  ['/payouts/runs', runs],
  ['/reconciliation/exceptions', lines],
  [
    '/reconciliation/files',
    respondWithRows(listSettlementFiles, aFile(0, AT), aFile(6, AT), aFile(0, null)),
    respondWith(listSettlementProfiles, { rows: [] }),
  ],
  ['/reconciliation/settlements', settlements],
  ['/notifications', notifications],
  ['/services/regular', respondWith(listServices, { rows: [{ ...aService(), etag: null }] })],
  ['/services/sos', respondWith(listSosServices, { rows: [{ ...aSosService(), etag: null }] })],
  [
    '/activity',
    respondWithRows(listActivity, anActivity(), anActivity({ id: '17', entity: 'mechanic', action: 'deleted' })),
  ],
];
const LANGUAGES: readonly Language[] = ['ta', 'kn'];

/** Returns the words of headings and badges that are split over two lines. */
function splitWords(): string[] {
  const found: string[] = [];
  for (const box of page.getByRole('table').element().querySelectorAll('th, [data-badge]')) {
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 4));
        if (new Set(tops).size > 1) found.push(word);
      }
    }
  }
  return found;
}

afterEach(async () => {
  await showLanguage('en');
});

it.each(
  LANGUAGES.flatMap((language) => LISTS.map(([path, ...responses]) => ({ path, language, answers: responses }))),
)(
  '[LANG-03] no word of a heading or badge on $path is broken at 1,280 pixels ($language)',
  async ({ path, language, answers: responses }) => {
    await openScreen(path, [...responses, ...LIST_SCREEN_RESPONSES]);
    document.documentElement.dataset['sidebar'] = 'expanded';
    expect(await showLanguage(language)).toBe('shown');
    // Waits until the rows are shown in the language.
    await expect
      .poll(() => page.getByRole('table').element().querySelectorAll('[data-record]').length)
      .toBeGreaterThan(0);
    await document.fonts.ready;
    await untilStill();
    await expect.poll(splitWords).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    document.documentElement.removeAttribute('data-sidebar');
  },
);
