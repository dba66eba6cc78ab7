import { checkApproval } from '@wayside/contract/approvals';
import { payLoyalty } from '@wayside/contract/loyalty';
import { getUser, listUsers, type User } from '@wayside/contract/users';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { aUser } from '../support/factories/people.ts';
import { expectAccessible } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  type MockResponse,
  networkError,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  sentBodies,
} from './open-screen.ts';
import {
  button,
  confirmation,
  dialog,
  EMPTY_RELATED_RESPONSES,
  focus,
  readDescriptionList,
  row,
  toast,
  useTestClock,
} from './people-screen.ts';

const ravi = aUser({ walletPaise: 123_450 });
const paid = respondWith(payLoyalty, { code: null, params: null, message: 'Paid', approvalId: null });
const failed = 'Failed to process payout. Please try again.';

const form = dialog('Process Loyalty Payout');
const amount = form.getByLabelText('Amount');
const transactionId = form.getByLabelText('Transaction ID');
const submit = form.getByRole('button', { name: 'Process Payout' });
const required = form.getByText('Please enter a transaction ID', { exact: true });

async function openDialog(user: User, ...responses: MockResponse[]): Promise<void> {
  await openScreen('/users', [
    respondWithRows(listUsers, user),
    respondWith(checkApproval, { cause: null }),
    ...responses,
  ]);
  await button(`Pay loyalty to ${user.name}`).click();
  await expect.element(form).toBeVisible();
}

describe('the dialog of a loyalty payout', () => {
  it('[LOYA-01, FMT-01] shows payee and amount, which cannot be changed', async () => {
    await openDialog(ravi);
    await expect.element(form.getByText('Pay ₹1,234.50 to Ravi Kumar', { exact: true })).toBeVisible();
    await expect.poll(() => (amount.element() as HTMLInputElement).value).toBe('1234.50');
    await expect.element(amount).toHaveAttribute('readonly');
    for (const [name, value] of Object.entries({ type: 'number', step: '0.01', min: '0' }))
      await expect.element(amount).toHaveAttribute(name, value);
    await expect.element(transactionId).toBeRequired();
    await expect.element(transactionId).toHaveFocus();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(button('Pay loyalty to Ravi Kumar')).toHaveFocus();
  });

  it('[LOYA-01, ERR-03] requires a transaction id and sends nothing without one', async () => {
    await openDialog(ravi);
    await submit.click();
    await expect.element(required).toBeVisible();
    await expect.element(transactionId).toHaveFocus();
    await transactionId.fill('   ');
    await userEvent.keyboard('{Enter}');
    await expect.element(required).toBeVisible();
    expect(sentBodies(payLoyalty)).toEqual([]);
  });

  it.each([
    [1000, 'Wallet of Ravi Kumar: ₹10'],
    [0, 'Wallet of Ravi Kumar: ₹0'],
    [null, 'Wallet of Ravi Kumar: N/A'],
  ])('[LOYA-02] shows the fixed text for a wallet of %s paise and cannot be sent', async (walletPaise, words) => {
    await openDialog(aUser({ walletPaise }));
    const fixed = 'Loyalty payout requires wallet amount to be more than ₹10';
    await expect.element(form.getByRole('alert').getByText(fixed, { exact: true })).toBeVisible();
    await expect.element(form.getByText(words, { exact: true })).toBeVisible();
    await expect.element(submit).toBeDisabled();
    if (walletPaise === 1000) await expectAccessible();
    await transactionId.fill('UPI-1');
    await userEvent.keyboard('{Enter}');
    await submit.click({ force: true });
    await expect.element(form).toBeVisible();
    expect(sentBodies(payLoyalty)).toEqual([]);
  });

  it('[LOYA-01, USER-04] closes after a confirmation before the details below it, and the focus returns', async () => {
    await openScreen('/users', [
      respondWithRows(listUsers, ravi),
      respondWith(checkApproval, { cause: null }),
      ...EMPTY_RELATED_RESPONSES,
    ]);
    await button('View details of Ravi Kumar').click();
    await button('Pay loyalty').click();
    await expect.element(transactionId).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(required).toBeVisible();
    await expectAccessible();
    await transactionId.fill('UPI-1');
    await userEvent.keyboard('{Escape}');
    await expect.element(confirmation.getByText('Discard your input?')).toBeVisible();
    await expect.element(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(transactionId).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(button('Pay loyalty')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog('Ravi Kumar')).not.toBeInTheDocument();
    await expect.element(button('View details of Ravi Kumar')).toHaveFocus();
  });
});

describe('a loyalty payout', () => {
  it.each([
    ['₹1,234.50', 123_450],
    ['₹29.01', 29 * 100 + 1],
    ['₹10.01', 1001],
  ])('[LOYA-03, FMT-01] sends the displayed amount %s and the trimmed id once', async (shown, walletPaise) => {
    const user = aUser({ walletPaise });
    await openDialog(user, paid);
    await transactionId.fill('  UPI 4711/a  ');
    await userEvent.keyboard('{Enter}');
    await expect.element(toast(`${shown} paid to Ravi Kumar`)).toBeVisible();
    const payment = {
      amountPaise: walletPaise,
      payeeKind: 'user',
      payeeId: user.id,
      transactionId: 'UPI 4711/a',
    } as const;
    expect(sentBodies(payLoyalty)).toEqual([payLoyalty.body && z.encode(payLoyalty.body, payment)]);
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(row('Ravi Kumar').getByRole('cell').nth(4)).toHaveTextContent('₹0');
    await expect.element(button('Pay loyalty to Ravi Kumar')).toHaveFocus();
  });

  it('[LOYA-03] cannot be sent again or cancelled while it is in progress', async () => {
    const later = holdResponse(paid);
    await openDialog(ravi, later);
    await transactionId.fill('UPI-1');
    await submit.dblClick();
    await expect.element(form.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await focus(transactionId);
    await userEvent.keyboard('{Enter}{Escape}');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect.element(form).toBeVisible();
    later.release();
    await expect.element(form).not.toBeInTheDocument();
    expect(sentBodies(payLoyalty)).toHaveLength(1);
  });

  it.each([
    ['a 500', respondWithStatus(payLoyalty, 500), failed],
    ['no response', networkError(payLoyalty), failed],
    [
      'status false and a message',
      respondWithStatus(payLoyalty, 200, { status: false, message: 'Not today' }),
      'Not today',
    ],
  ])(
    '[LOYA-03, ERR-01, ERR-02, ERR-03] shows %s as "Error", keeps the input and is repeated only by a click',
    async (_, failure, words) => {
      await openDialog(ravi, inSequence(failure, paid));
      useTestClock();
      await transactionId.fill('UPI-1');
      await userEvent.keyboard('{Enter}');
      await expect.element(toast('Error')).toBeVisible();
      await expect.element(toast(words)).toBeVisible();
      await expectAccessible();
      await expect.element(transactionId).toHaveValue('UPI-1');
      await vi.advanceTimersByTimeAsync(120_000);
      expect(sentBodies(payLoyalty)).toHaveLength(1);
      await submit.click();
      await expect.element(form).not.toBeInTheDocument();
      const [first, second] = sentBodies(payLoyalty);
      expect(second).toEqual(first);
    },
  );

  it('[LOYA-04] shows the current wallet when another user has already paid', async () => {
    const message = 'The wallet is now ₹20.';
    const records = [ravi, { ...ravi, walletPaise: 2000 }].map((record) => respondWith(getUser, { record }));
    await openScreen(`/users?search=nobody&user=${ravi.id}`, [
      respondWithRows(listUsers),
      inSequence(records[0] ?? paid, ...records.slice(1)),
      respondWith(checkApproval, { cause: null }),
      respondWithStatus(payLoyalty, 409, { status: false, message }),
      ...EMPTY_RELATED_RESPONSES,
    ]);
    const wallet = () => readDescriptionList('Account')['Wallet Balance'];
    await expect.poll(wallet).toBe('₹1,234.50');
    await button('Pay loyalty').click();
    await transactionId.fill('UPI-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(toast(message)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('Discard').click();
    await expect.poll(wallet).toBe('₹20');
    await button('Pay loyalty').click();
    await expect.poll(() => (amount.element() as HTMLInputElement).value).toBe('20');
  });
});
