import { expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { signedInTest } from './support/application-test.ts';
import { simulateExternalApi } from './support/calls.ts';
import { expectVisible } from './support/expectations.ts';
import { aPayment } from './support/factories/payments.ts';
import { captureDownload, uploadDocument } from './support/files.ts';
import { loadMarketplace } from './support/marketplace.ts';
import { servePictures } from './support/pictures.ts';
import { storedSession } from './support/session.ts';

const elsewhere = aPayment({ screenshot: 'https://pictures.example.in/receipt.png' });

const test = signedInTest({ payments: [elsewhere] });

test('[PAYM-06, FILE-03] a stored screenshot is downloaded with its signed link', async ({
  page,
  application,
  pageErrors,
}) => {
  const token = await storedSession(application);
  const screenshot = await uploadDocument(application, token);
  const stored = aPayment({ screenshot });
  await loadMarketplace(application, { payments: [stored] });
  pageErrors.allow(/^(request: net::ERR_FAILED GET \/files\/|console: )/);
  const shown = page.waitForResponse((response) =>
    new URL(response.url()).pathname.startsWith('/files/documents/'),
  );
  await page.goto(`/payments?payment=${stored.id}`);
  const file = await captureDownload(page, () =>
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  expect(file.name).toBe(`payment-${stored.id.slice(-6).toUpperCase()}.webp`);
  expect(file.bytes.equals(await (await shown).body())).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
  await page.route('**/files/documents/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expectVisible(page.getByRole('alert').getByText(/^The image could not be saved: \S+ does not respond\. /));
});

test('[PAYM-06, SECU-01] the reason is shown when a screenshot from another host cannot be saved', async ({
  page,
  pageErrors,
}) => {
  pageErrors.expect(/^console: .*content security policy/i);
  pageErrors.allow(/^(console|request): /);
  await servePictures(page);
  await simulateExternalApi(page);
  await page.goto(`/payments?payment=${elsewhere.id}`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expectVisible(
    page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/pictures\.example\.in does not respond, or does not allow this page to read/),
  );
  await expectAccessible(page);
  expect(page.context().pages()).toHaveLength(1);
});
