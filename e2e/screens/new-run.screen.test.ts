import { listResultFiles } from '@wayside/contract/bank-results';
import {
  createRun,
  listRunProfiles,
  listRuns,
  previewRun,
  type RunPayee,
  type RunPreview,
} from '@wayside/contract/payment-runs';
import { expect, it } from 'vitest';
import { newRecordId } from '../support/factories/record-id.ts';
import { expectAccessible } from './accessible.ts';
import { dialog, expectShown, press } from './elements.ts';
import {
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
  sentBodies,
} from './open-screen.ts';

const payeeOf = (name: string, amountPaise: number): RunPayee => ({
  ...{ mechanicId: newRecordId(), name, amountPaise, mode: 'NEFT', destination: '••••1601', ifsc: 'HDFC0000123' },
  ...{ preferredMethod: 'bank_transfer', issue: null, issueKey: null },
});
const bala = payeeOf('Bala', 120_000);
const chitra = payeeOf('Chitra', 80_000);
const excluded = { ...payeeOf('Dev', 50_000), mode: null, destination: null, issue: 'No bank details' };
const preview: RunPreview = {
  ...{ payees: [bala, chitra], excluded: [excluded], totalPaise: 200_000, needsApproval: false },
};
const profile = { name: 'hdfc', label: 'HDFC Bank', mostRows: 1000, debitAccount: '50100012349876' };

async function open(options?: ScreenOptions) {
  const responses = [
    respondWithRows(listRuns),
    respondWithRows(listResultFiles),
    respondWith(listRunProfiles, { rows: [profile] }),
    respondWith(previewRun, { record: preview }),
    respondWithStatus(createRun, 409, { status: false, message: 'The amounts have changed.' }),
  ];
  await openScreen('/payouts/runs', responses, options);
  await press('New run');
}
const form = dialog('New payment run');

it('[BANK-01] a new run pays only the mechanics who stay selected', async () => {
  await open();
  await expectShown('Create run of 2 payments, ₹2,000', form);
  await form.getByRole('checkbox', { name: 'Select Chitra' }).click();
  await expect.element(form.getByRole('heading', { name: 'In the run (1)' })).toBeVisible();
  await press('Create run of 1 payment, ₹1,200', form);
  await expectShown('The amounts have changed.', form);
  await form.getByRole('checkbox', { name: 'Select Chitra' }).click();
  await press('Create run of 2 payments, ₹2,000', form);
  await expect
    .poll(() => sentBodies(createRun))
    .toMatchObject([
      { ids: [bala.mechanicId], all: false, seenCount: 1, seenTotal: 1200 },
      { all: true, seenCount: 2, seenTotal: 2000 },
    ]);
});

it('[BANK-01] no run is created without a selected mechanic', async () => {
  await open();
  await form.getByRole('checkbox', { name: 'Select Chitra' }).click();
  await form.getByRole('checkbox', { name: 'Select Bala' }).click();
  await expect.element(form.getByRole('button', { name: 'Create run' })).toBeDisabled();
  expect(sentBodies(createRun)).toEqual([]);
});

it.each(['light', 'dark'] as const)('[BANK-01] a new run fits on a phone, %s', async (theme) => {
  await open({ width: 375, theme });
  await expect.element(form.getByRole('checkbox', { name: 'Select Bala' })).toBeVisible();
  await expectAccessible();
});
