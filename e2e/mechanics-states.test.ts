import { listMechanics } from '@wayside/contract/mechanics';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { marketplaceTest } from './support/application-test.ts';
import { callPattern, holdCall, serveAnswers } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { aMechanic, anApplication, someBank, someDocuments } from './support/factories/people.ts';
import { expectNoLayoutShift, watchLayoutShift } from './support/layout-shift.ts';
import { pushPath } from './support/navigation.ts';
import { servePictures } from './support/pictures.ts';
import { beginSignedIn } from './support/session.ts';

const statuses = ['pending', 'sent_for_verification', 'resent_for_verification', 'approved', 'rejected', 'on_hold'];
const variety = statuses.map((status, index) =>
  aMechanic({ name: `Mechanic ${index}`, status, isExpert: index % 2 === 0 }),
);
const decided = aMechanic({ name: 'Approved and blocked', isBlocked: true });
const long = anApplication({
  name: 'Anantha'.repeat(29).slice(0, 200),
  email: `${'a'.repeat(120)}@example.in`,
  vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'],
  bank: { ...someBank(), accountHolder: 'Holder'.repeat(30), upiId: `${'u'.repeat(90)}@upi` },
  documents: someDocuments('long'),
});
const nothing = anApplication({
  name: null,
  email: null,
  phone: null,
  shop: null,
  bank: null,
  documents: null,
  vehicleTypes: [],
  createdAt: null,
});
const broken = anApplication({ name: 'टूटे चित्र', documents: someDocuments('broken') });

const test = marketplaceTest({ mechanics: [...variety, decided, long, nothing, broken, aMechanic()] });

const heading = (page: Page) => page.getByRole('heading', { name: /^All Mechanics \(/ });
const facts = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Payment Details' });
const history = (page: Page) => page.getByText('Nothing has been done yet.');

describe('accessibility', () => {
  const looked = test.extend('shown', { auto: true }, async ({ openPage, application, pageErrors }) => {
    pageErrors.allow(/^response: 404 GET \/broken-/);
    const shown = await openPage();
    await servePictures(shown);
    await beginSignedIn(shown, application);
    return shown;
  });

  looked(
    '[MECH-02, MECH-08] the list, loading and filled, can be read by everybody, and nothing moves',
    async ({ shown }) => {
      await watchLayoutShift(shown);
      const release = await holdCall(shown, callPattern(listMechanics));
      await shown.goto('/mechanics');
      await expectVisible(shown.getByRole('heading', { name: 'All Mechanics', exact: true }));
      await expectVisible(shown.getByRole('button', { name: 'Review applications (6)' }));
      await expectAccessible(shown);
      release();
      await expectVisible(heading(shown));
      await expectAccessible(shown);
      await expectNoLayoutShift(shown);
    },
  );

  looked(
    '[MECH-01, MECH-11] without rows and failed, it can be read by everybody',
    async ({ shown, pageErrors }) => {
      pageErrors.allow(/^(response: 404|console: )/);
      await shown.goto('/mechanics?search=nobody');
      await expectVisible(shown.getByText('No mechanics found matching your criteria'));
      await expectAccessible(shown);
      await serveAnswers(shown, listMechanics, { status: 404, json: {} });
      await shown.goto('/mechanics');
      await expectVisible(shown.getByText('Failed to load mechanics', { exact: true }));
      await expectAccessible(shown);
    },
  );

  looked(
    '[MECH-03, MECH-07] the details of somebody blocked and of somebody unknown can be read by everybody',
    async ({ shown }) => {
      await shown.goto('/mechanics');
      for (const { id, name } of [decided, nothing]) {
        await pushPath(shown, `/mechanics?mechanic=${id}`);
        await expectVisible(shown.getByRole('dialog', { name: name ?? 'N/A', exact: true }));
        await expectVisible(facts(shown));
        await expectVisible(history(shown));
        await expectAccessible(shown);
      }
    },
  );

  looked(
    '[MECH-07, MECH-08] the review of broken pictures, of somebody decided and of nobody can be read by everybody',
    async ({ shown, pageErrors }) => {
      pageErrors.allow(/^(response: 404|console: )/);
      await shown.goto('/mechanics');
      for (const { id, name } of [broken, decided]) {
        await pushPath(shown, `/mechanics?review=${id}`);
        await expectVisible(shown.getByRole('dialog', { name: `Application of ${name}`, exact: true }));
        await expectVisible(history(shown));
        await expectAccessible(shown);
      }
      await pushPath(shown, `/mechanics?review=${'e'.repeat(24)}`);
      await expectVisible(shown.getByText(/^There is no application/));
      await expectAccessible(shown);
    },
  );

  looked(
    '[MECH-07, MECH-08] the review, loading, zoomed, covered and with its remarks, can be read by everybody',
    async ({ shown }) => {
      const release = await holdCall(shown, `**/admin/mechanics/${long.id}`);
      await shown.goto(`/mechanics?review=${long.id}`);
      await expectVisible(shown.getByRole('status', { name: 'Loading the application' }));
      await expectAccessible(shown);
      release();
      await expectVisible(facts(shown));
      await shown.getByRole('button', { name: 'Zoom in' }).click();
      await expectAccessible(shown);
      await shown.getByRole('button', { name: 'Aadhaar card' }).click();
      await expectVisible(shown.getByRole('button', { name: 'Show Aadhaar card' }));
      await expectAccessible(shown);
      await shown.getByRole('button', { name: 'Reject', exact: true }).click();
      await expectVisible(shown.getByRole('textbox', { name: 'Remarks' }));
      await expectAccessible(shown);
    },
  );

  looked(
    '[MECH-11, ERR-03] a review that cannot be loaded can be read by everybody and tried again',
    async ({ shown, pageErrors }) => {
      pageErrors.allow(/^(response: 409|console: )/);
      await shown.route(`**/admin/mechanics/${broken.id}`, (route) => route.fulfill({ status: 409, json: {} }), {
        times: 1,
      });
      await shown.goto(`/mechanics?review=${broken.id}`);
      await expectVisible(shown.getByText('Failed to load mechanics', { exact: true }));
      await expectAccessible(shown);
      await shown.getByRole('button', { name: 'Try Again' }).click();
      await expectVisible(facts(shown));
    },
  );
});
