import { payLoyalty } from '@wayside/contract/loyalty';
import {
  decideApplication,
  deleteMechanic,
  listMechanics,
  type Mechanic,
  toggleMechanicBlock,
  toggleMechanicExpert,
} from '@wayside/contract/mechanics';
import { getMechanicBalance } from '@wayside/contract/payouts-earnings';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { aMechanic, anApplication } from '../support/factories/people.ts';
import { expectAccessible, expectNoLayoutShift } from './accessible.ts';
import {
  holdResponse,
  inSequence,
  type MockResponse,
  networkError,
  openScreen,
  respondWith,
  respondWithRows,
  respondWithStatus,
  type ScreenOptions,
  sentBodies,
  sentQueries,
} from './open-screen.ts';
import {
  button,
  confirmation,
  dialog,
  EMPTY_RELATED_RESPONSES,
  expectQuery,
  expectTexts,
  focus,
  noApplicationsResponse,
  PICTURE,
  readDescriptionList,
  respondWithBalance,
  row,
  toast,
} from './people-screen.ts';

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const cellsOf = ({ id }: Mechanic) => row(id.slice(-6)).getByRole('cell');
const external: ScreenOptions = { config: {} };

const suresh = aMechanic();
const list = respondWithRows(listMechanics, suresh);
const devi = aMechanic({
  ...{ name: 'देवी सिंह', email: null, phone: null, status: 'rejected', walletPaise: null },
  ...{ vehicleTypes: [], shop: null },
});
const long = aMechanic({
  ...{ name: 'Anantha'.repeat(29).slice(0, 200), email: `${'a'.repeat(60)}@example.in`, status: 'on_hold' },
  ...{ walletPaise: 123_456_789_50, vehicleTypes: ['bike', 'car', 'auto', 'bus', 'truck'], isExpert: true },
});

const open = (responses: MockResponse[], options?: ScreenOptions) =>
  openScreen('/mechanics', [...responses, noApplicationsResponse, ...EMPTY_RELATED_RESPONSES], options);

describe('the list of mechanics', () => {
  it('[MECH-02] is accessible while it loads and when it is filled, without a layout shift', async () => {
    // This amount fits its column; a larger one would take width from other columns.
    const rich = { ...long, walletPaise: 123_450 };
    const later = holdResponse(respondWithRows(listMechanics, suresh, devi, rich, aMechanic({ isBlocked: true })));
    await open([later]);
    await expect.element(heading('All Mechanics')).toBeVisible();
    await expectAccessible();
    // Without the font on the machine, the browser draws boxes of another width until our font has loaded.
    await document.fonts.load('600 1rem "Noto Sans Indic"', devi.name ?? '');
    await expectNoLayoutShift(async () => {
      later.release();
      await expect.element(heading('All Mechanics (4)')).toBeVisible();
    });
    await expectAccessible();
  });

  it('[MECH-11, ERR-01, ERR-03] is accessible after a failure and without rows, and can be retried manually', async () => {
    await open([inSequence(respondWithStatus(listMechanics, 404), respondWithRows(listMechanics))]);
    const card = page.getByRole('alert').filter({ hasText: 'Error Loading Mechanics' });
    await expect.element(card.getByText('Failed to load mechanics', { exact: true })).toBeVisible();
    await expectAccessible();
    await card.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(page.getByText('No mechanics yet')).toBeVisible();
    await expectAccessible();
  });

  it('[MECH-02, FMT-01, FMT-04, FMT-05] shows all columns, N/A for missing values, long values and all scripts', async () => {
    await open([respondWithRows(listMechanics, suresh, devi, long)]);
    const headers = [
      '',
      'Mechanic',
      'Contact',
      'Experience',
      'Vehicle Types',
      'Wallet',
      'Status',
      'Expert',
      'Actions',
    ];
    await expectTexts(page.getByRole('columnheader'), headers);
    await expect.element(page.getByRole('heading', { name: 'Mechanics', level: 1, exact: true })).toBeVisible();
    const contact = 'suresh.patil@example.in 9123456780';
    const known = [contact, '8 years', 'Bike Car', '₹500', 'Approved', 'Regular', ''];
    await expectTexts(cellsOf(suresh), ['', `SP Suresh Patil ${suresh.id.slice(-6)}`, ...known]);
    const unknown = ['N/A N/A', 'N/A', 'N/A', 'N/A', 'Rejected', 'Regular', ''];
    await expectTexts(cellsOf(devi), ['', `दस देवी सिंह ${devi.id.slice(-6)}`, ...unknown]);
    const texts = ['Bike Car Auto Bus Truck', '₹12,34,56,789.50', 'on_hold', 'Expert'];
    for (const [index, text] of texts.entries()) await expectTexts(cellsOf(long).nth(4 + index), [text]);
  });

  it('[MECH-02] shows a photo, or initials for a broken one', async () => {
    const documents = { profilePhoto: PICTURE, aadhaarCard: null, shopPhoto: null };
    const broken = anApplication({ documents: { ...documents, profilePhoto: 'data:image/png,broken' } });
    await open([respondWithRows(listMechanics, aMechanic({ documents }), broken)]);
    const widths = () =>
      [...document.querySelectorAll('main img')].map((it) => (it as HTMLImageElement).naturalWidth);
    await expect.element(row('Imran Shaikh').getByText('IS', { exact: true })).toBeVisible();
    await expect.poll(widths).toEqual([300]);
  });

  it('[MECH-02, MECH-13] offers a loyalty payout only for approved mechanics with a wallet, and a deletion for every mechanic', async () => {
    const without = [anApplication(), aMechanic({ name: 'No Wallet', walletPaise: null }), devi];
    await open([respondWithRows(listMechanics, suresh, ...without)]);
    await expect.element(button('Pay loyalty to Suresh Patil')).toBeVisible();
    expect(page.getByRole('button', { name: /^Pay loyalty to/ }).elements()).toHaveLength(1);
    for (const { name } of without) await expect.element(button(`Delete mechanic ${name}`)).toBeVisible();
    expect(sentBodies(payLoyalty)).toEqual([]);
  });

  it('[MECH-01] sends the trimmed search once after the last key, and each status, for page 1', async () => {
    const pageTwo = respondWith(listMechanics, { rows: [suresh], total: 11, pageCount: 2, page: 2 });
    await openScreen('/mechanics?page=2', [inSequence(pageTwo, list), noApplicationsResponse]);
    await page.getByRole('searchbox', { name: 'Search by phone' }).click();
    await userEvent.keyboard(' 95555 ');
    await expect.element(heading('All Mechanics (1)')).toBeVisible();
    await expectQuery({ search: '95555' });
    const status = page.getByRole('combobox', { name: 'Status' });
    const statuses = {
      Pending: 'pending',
      'Sent for Verification': 'sent_for_verification',
      'Resend for Verification': 'resent_for_verification',
      Approved: 'approved',
      Rejected: 'rejected',
      'All Status': undefined,
    };
    const labels = Object.keys(statuses);
    await expectTexts(status.getByRole('option'), ['All Status', ...labels.slice(0, -1)]);
    for (const [index, label] of labels.entries()) {
      await status.selectOptions(label);
      await expect.poll(() => sentQueries(listMechanics)).toHaveLength(3 + index);
    }
    const query = { page: '1', limit: '10', search: '95555' };
    const [first, ...others] = sentQueries(listMechanics).slice(1);
    expect(first).toEqual(query);
    const asked = others.map((other) => z.decode(listMechanics.query, other));
    expect(asked.map(({ page, status }) => [page, status?.join()])).toEqual(
      Object.values(statuses).map((status) => [1, status]),
    );
  });
});

describe('the expert toggle', () => {
  const marked = respondWith(toggleMechanicExpert, { isExpert: true });
  const regular = button('Regular, change Suresh Patil to expert');
  const word = row('Suresh Patil').getByRole('cell', { name: /^(Expert|Regular)/ });

  it('[MECH-10] changes immediately, is sent once per click and offers Undo', async () => {
    const later = holdResponse(marked);
    await open([list, inSequence(later, respondWith(toggleMechanicExpert, { isExpert: false }))]);
    await regular.dblClick();
    await expectTexts(word, ['Expert']);
    later.release();
    await expect.element(toast('Suresh Patil is now an expert')).toBeVisible();
    expect(sentQueries(toggleMechanicExpert)).toEqual([{ seen: 'false' }]);
    await button('Undo').click();
    await expectTexts(word, ['Regular']);
    await expect.element(toast('Suresh Patil is now regular')).toBeVisible();
  });

  it.each([
    ['a 500', respondWithStatus(toggleMechanicExpert, 500), 'Regular'],
    ['no response', networkError(toggleMechanicExpert), 'Regular'],
    [
      'an earlier change',
      respondWithStatus(toggleMechanicExpert, 409, { status: false, message: 'In the meantime' }),
      'Expert',
    ],
  ])('[MECH-10, ERR-02] shows the stored state after %s and is not sent again', async (_, failure, shown) => {
    await open([inSequence(list, respondWithRows(listMechanics, { ...suresh, isExpert: true })), failure]);
    await regular.click();
    await expect.element(toast('Failed to update expert status')).toBeVisible();
    if (shown === 'Expert') await expect.element(toast('In the meantime')).toBeVisible();
    await expectTexts(word, [shown]);
    expect(sentQueries(toggleMechanicExpert)).toHaveLength(1);
  });

  it('[MECH-10, API-15] sends no extra parameter to an external API and trusts its response', async () => {
    await open([list, respondWith(toggleMechanicExpert, { isExpert: null })], external);
    await regular.click();
    await expect.element(toast('Suresh Patil is now an expert')).toBeVisible();
    await expectTexts(word, ['Expert']);
    expect(sentQueries(toggleMechanicExpert)).toEqual([{}]);
  });
});

it('[MECH-05, MECH-09] the details can block and unblock an approved mechanic, and revert after a failure', async () => {
  const [blocked, unblocked] = [true, false].map((isBlocked) => respondWith(toggleMechanicBlock, { isBlocked }));
  if (!blocked || !unblocked) throw new Error('there are two answers');
  await open([list, inSequence(blocked, unblocked, respondWithStatus(toggleMechanicBlock, 500))]);
  await button('View details of Suresh Patil').click();
  const account = () => readDescriptionList('Verification Status')['Account'];
  await expect.poll(account).toBe('Active');
  await button('Block').click();
  await expect.element(toast('Suresh Patil is blocked')).toBeVisible();
  await expect.poll(account).toBe('Blocked');
  await button('Unblock').click();
  await expect.element(toast('Suresh Patil is unblocked')).toBeVisible();
  await expect.poll(account).toBe('Active');
  await button('Block').click();
  await expect.element(toast('Failed to update mechanic status')).toBeVisible();
  await expect.poll(account).toBe('Active');
});

describe('a decision in the details of a mechanic', () => {
  const approve = dialog('Approve Imran Shaikh?');
  const reject = dialog('Reject Imran Shaikh?');
  const remarks = page.getByRole('textbox', { name: /^Remarks/ });
  const decided = respondWith(decideApplication, {});
  const openApplication = async (
    responses: MockResponse[],
    status: Mechanic['status'] = 'pending',
    after: Mechanic['status'] = 'approved',
  ) => {
    const imran = anApplication({ status });
    const lists = [
      respondWithRows(listMechanics, imran),
      respondWithRows(listMechanics, { ...imran, status: after }),
    ];
    await open([inSequence(lists[0] ?? list, ...lists.slice(1)), ...responses]);
    await button('View details of Imran Shaikh').click();
    return imran;
  };

  it.each(['pending', 'sent_for_verification', 'resent_for_verification'])(
    '[MECH-08] approves an application with the status %s without remarks',
    async (status) => {
      const { id } = await openApplication([decided], status);
      await button('Approve').click();
      await expect.element(approve.getByRole('textbox', { name: 'Remarks (optional)' })).toBeVisible();
      await approve.getByRole('button', { name: 'Approve', exact: true }).click();
      await expect.element(approve).not.toBeInTheDocument();
      await expect.element(toast('Imran Shaikh is approved')).toBeVisible();
      await expect.element(dialog('Imran Shaikh').getByText('Approved', { exact: true }).first()).toBeVisible();
      await expect.element(button('Block')).toBeVisible();
      expect(button('Approve').elements()).toEqual([]);
      expect(sentBodies(decideApplication)).toEqual([{ id, status: 'approve', remarks: '' }]);
    },
  );

  it('[MECH-08] rejects only with remarks, which can have several lines', async () => {
    const { id } = await openApplication([decided]);
    await button('Reject').click();
    const submit = reject.getByRole('button', { name: 'Reject', exact: true });
    await expect.element(page.getByRole('group', { name: 'Reasons' }).getByRole('button').first()).toHaveFocus();
    await expect.element(submit).toBeDisabled();
    await remarks.fill('  \n ');
    await expect.element(submit).toBeDisabled();
    await focus(remarks);
    await userEvent.keyboard('{Enter}');
    expect(sentBodies(decideApplication)).toEqual([]);
    await remarks.fill('The card cannot be read');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}Please send it again{Enter}');
    await expect.element(reject).not.toBeInTheDocument();
    await expect.element(toast('Imran Shaikh is rejected')).toBeVisible();
    const sent = { id, status: 'rejected', remarks: 'The card cannot be read\nPlease send it again' };
    expect(sentBodies(decideApplication)).toEqual([sent]);
  });

  it('[MECH-08, WORK-05] requests resubmission with a reason, and is sent once, also with Ctrl+Enter', async () => {
    const later = holdResponse(decided);
    await openApplication([later], 'pending', 'resent_for_verification');
    await button('Ask again').click();
    const step = dialog('Request resubmission from Imran Shaikh?');
    await expect.element(step.getByRole('button', { name: 'Ask again', exact: true })).toBeDisabled();
    await remarks.fill('अच्छा काम ');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(step.getByRole('button', { name: /\.\.\.$/ })).toBeDisabled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    later.release();
    await expect.element(toast('Resubmission requested from Imran Shaikh')).toBeVisible();
    await expect.element(dialog('Imran Shaikh').getByText('Resend for Verification').first()).toBeVisible();
    expect(sentBodies(decideApplication)).toMatchObject([{ remarks: 'अच्छा काम' }]);
  });

  it.each([
    ['Approve', 'Failed to approve mechanic'],
    ['Reject', 'Failed to reject mechanic'],
  ] as const)('[MECH-08, ERR-03] shows that %s failed and keeps the remarks', async (verb, words) => {
    await openApplication([respondWithStatus(decideApplication, 500)]);
    await button(verb).click();
    const step = dialog(`${verb} Imran Shaikh?`);
    await remarks.fill('Not yet');
    await step.getByRole('button', { name: verb, exact: true }).click();
    await expect.element(step.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
    await expect.element(remarks).toHaveValue('Not yet');
    await expect.element(step.getByRole('button', { name: verb, exact: true })).toBeEnabled();
  });

  it('[MECH-12] shows who decided and when, and the new state behind it, when another user was first', async () => {
    const message = 'This application was approved by asha@example.in on 9 March 2026, 11:30 am.';
    const imran = anApplication();
    const lists = inSequence(
      respondWithRows(listMechanics, imran),
      respondWithRows(listMechanics, { ...imran, status: 'approved' }),
    );
    await open([lists, respondWithStatus(decideApplication, 409, { status: false, message })]);
    await button('View details of Imran Shaikh').click();
    await button('Reject').click();
    await remarks.fill('No shop');
    await reject.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect.element(reject.getByText(message)).toBeVisible();
    await expect.element(remarks).toHaveValue('No shop');
    await reject.getByRole('button', { name: 'Cancel' }).click();
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await expect.element(button('Block')).toBeVisible();
  });

  it('[TOUGH-08] has no review and no reasons with an external API, and is sent immediately', async () => {
    const imran = anApplication();
    await openScreen(`/mechanics?review=${imran.id}`, [respondWithRows(listMechanics, imran), decided], external);
    await expect.element(button('View details of Imran Shaikh')).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await button('View details of Imran Shaikh').click();
    await button('Reject').click();
    await expect.element(remarks).toHaveFocus();
    expect(page.getByRole('button', { name: /^(Ask again|Review documents)$/ }).elements()).toEqual([]);
    expect(page.getByRole('group', { name: 'Reasons' }).elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await button('Approve').click();
    await focus(remarks);
    await userEvent.keyboard('{Enter}');
    await expect.element(toast('Imran Shaikh is approved')).toBeVisible();
    expect(sentBodies(decideApplication)).toHaveLength(1);
  });
});

describe('the deletion of a mechanic', () => {
  const ask = async (...responses: MockResponse[]) => {
    await open([inSequence(list, respondWithRows(listMechanics)), ...responses]);
    await button('Delete mechanic Suresh Patil').click();
    const question = 'Are you sure you want to delete this mechanic?';
    await expect.element(confirmation.getByText(question, { exact: true })).toBeVisible();
  };
  const confirm = confirmation.getByRole('button', { name: 'Delete', exact: true });
  const kept = /^Pay or adjust it first .* Otherwise the name and the bank details stay/;

  it.each([
    [
      100_050,
      50_000,
      ['Suresh Patil is still owed ₹1,000.50, which Payouts can pay.', 'The wallet still holds ₹500.', kept],
    ],
    [-20_000, null, ['Suresh Patil still owes ₹200, which stays in Payouts.', kept]],
    [0, 0, ['No money is owed in either direction.']],
  ])(
    '[MECH-13, PRIV-06, FMT-01] shows a balance of %i and a wallet of %s paise before the confirmation',
    async (balance, wallet, texts) => {
      await ask(respondWithBalance(balance, wallet));
      for (const text of texts) await expect.element(confirmation.getByText(text)).toBeVisible();
      if (balance > 0) await expectAccessible();
    },
  );

  it('[MECH-13, MECH-09] focuses Cancel first, reloads the list and closes the details', async () => {
    await open([
      inSequence(list, respondWithRows(listMechanics)),
      respondWithBalance(0, 0),
      respondWith(deleteMechanic, {}),
    ]);
    await button('View details of Suresh Patil').click();
    await dialog('Suresh Patil').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await confirm.click();
    await expect.element(toast('Suresh Patil is deleted')).toBeVisible();
    await expect.element(dialog('Suresh Patil')).not.toBeInTheDocument();
    await expect.element(heading('All Mechanics (0)')).toBeVisible();
    await expectQuery({});
  });

  it('[MECH-09, MECH-13, ERR-03] shows that the balance is unknown and loads it again, and shows a failure', async () => {
    await ask(
      inSequence(respondWithStatus(getMechanicBalance, 404), respondWithBalance(0, 0)),
      respondWithStatus(deleteMechanic, 500),
    );
    await expect.element(confirmation.getByText('Failed to load the amount still owed.')).toBeVisible();
    await confirmation.getByRole('button', { name: 'Try again' }).click();
    await expect.element(confirmation.getByText('No money is owed in either direction.')).toBeVisible();
    await confirm.click();
    await expect.element(confirmation.getByText('Failed to delete mechanic', { exact: true })).toBeVisible();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(row('Suresh Patil')).toBeVisible();
  });

  it('[MECH-13, API-15] requests no balance from an external API', async () => {
    await open([list], external);
    await button('Delete mechanic Suresh Patil').click();
    await expect.element(confirm).toBeVisible();
    expect(sentQueries(getMechanicBalance)).toEqual([]);
  });
});
