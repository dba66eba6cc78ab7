import {
  configuration,
  createConfiguration,
  getConfiguration,
  updateConfiguration,
} from '@wayside/contract/configuration';
import { deleteImage } from '@wayside/contract/files';
import { decideApplication, deleteMechanic } from '@wayside/contract/mechanics';
import { createNotification } from '@wayside/contract/notifications';
import { createPart, listParts, part, updatePart } from '@wayside/contract/parts';
import { createPayout } from '@wayside/contract/payouts';
import { deleteService } from '@wayside/contract/services';
import { deleteSlot, updateSlot } from '@wayside/contract/slots';
import { updateSosService } from '@wayside/contract/sos-services';
import { listUsers, toggleUserBlock } from '@wayside/contract/users';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { button, confirmation, dialog, expectAbsent, expectShown, field, press, toast } from './elements.ts';
import {
  allReceivedCalls,
  openExternalScreen,
  receivedCalls,
  setNextResponses,
  warningsOf,
} from './external-api.ts';
import { CHANGES, closeToasts, rowWith } from './external-changes.ts';

// The unit test of `isFailure` checks which bodies are failures; here each change receives one of them.
const failingBodies = [{ status: 'error' }, { status: 400 }, { status: null }, { success: 0 }, { error: 'bad' }];

describe('a change that the external API does not confirm', () => {
  it.each(CHANGES)('[API-18, ERR-01, ERR-02, ERR-03] fails $name, once per click', async (change) => {
    const body = failingBodies[CHANGES.indexOf(change) % failingBodies.length] ?? {};
    const readsStatus = change.call.successNeeds.includes('status');
    const failures = [
      ['html 502', change.failureText],
      [{ failure: 'Not on Sundays' }, 'Not on Sundays'],
      [{ json: body }, change.failureText],
      ...(readsStatus ? ([[{ json: { message: 'Queue is full' } }, 'Queue is full']] as const) : []),
    ] as const;
    await openExternalScreen(change.path);
    for (const step of change.open) await step();
    setNextResponses(change.call, ...failures.map(([response]) => response));
    for (const [times, [, text]] of failures.entries()) {
      await change.submit().click();
      await change.confirm?.().click();
      // Moves the pointer away, because a toast under the pointer would stay.
      await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
      await expect.poll(() => receivedCalls(change.call)).toHaveLength(times + 1);
      await expect.element(page.getByText(text, { exact: true }).last()).toBeVisible();
      await expect.element(change.remainingElement().last()).toBeVisible();
      await expectAbsent(page.getByText(change.successText).first());
      closeToasts();
    }
    await change.submit().click();
    await change.confirm?.().click();
    await expect.poll(() => receivedCalls(change.call)).toHaveLength(failures.length + 1);
    await expect.element(page.getByText(change.successText).first()).toBeVisible();
  });
});

describe('a call to the external API', () => {
  it('[API-11] has the id in its body when it changes a time slot', async () => {
    await openExternalScreen('/master/slots');
    await page.getByRole('button', { name: /^Edit time slot 09:00/ }).click();
    await field('Duration *').fill('an hour');
    await press('Update Slot');
    await expect.element(toast('Time slot updated successfully')).toBeVisible();
    expect(receivedCalls(updateSlot)).toMatchObject([{ path: '/slot/update/slt-1', body: { _id: 'slt-1' } }]);
  });

  it('[API-10, API-13] sends amounts in rupees and uses the configured method for updates', async () => {
    await openExternalScreen('/services/parts?service=srv-1');
    await press('Add Part');
    await field('Part Name *').fill('Gasket');
    await field('Amount (₹) *').fill('20');
    await press('Create Part');
    await expect.element(rowWith('Gasket')).toBeVisible();
    await press('Edit part Oil filter');
    await field('Amount (₹) *').fill('360.50');
    await press('Update Part');
    await expect.element(rowWith('₹360.50')).toBeVisible();
    expect(receivedCalls(createPart)).toMatchObject([{ body: { [wireKey(part, 'name')]: 'Gasket', amount: 20 } }]);
    expect(receivedCalls(updatePart)).toMatchObject([{ method: 'PUT', body: { amount: 360.5 } }]);
  });

  it('[PART-03, API-15] is not sent for a record without an id or a valid amount', async () => {
    await openExternalScreen('/services/parts?service=srv-1');
    await press('Edit part Without an id');
    await expect.element(toast('Invalid part ID')).toBeVisible();
    await press('Edit part N/A');
    await expect.element(toast('Invalid part data')).toBeVisible();
    await openExternalScreen('/master/slots');
    await press('Delete time slot 18:00 - N/A');
    await expect.element(toast('This record has no ID, so it cannot be changed or deleted.')).toBeVisible();
    expect([...receivedCalls(updatePart), ...receivedCalls(deleteSlot)]).toEqual([]);
  });

  it('[USER-05, API-04] toggles each time, even if responses may be cached', async () => {
    await openExternalScreen('/users');
    await press('Block user Meera Nair');
    await expect.element(toast('Meera Nair is blocked')).toBeVisible();
    await button('Undo').click();
    await expect.element(toast('Meera Nair is unblocked')).toBeVisible();
    await expectAbsent(toast('Meera Nair is blocked'));
    await press('Block user Meera Nair');
    await expect.element(toast('Meera Nair is blocked')).toBeVisible();
    await expect.element(rowWith('Meera Nair').getByText('Blocked', { exact: true })).toBeVisible();
    // The web app calls the same address three times, without our own `seen` field.
    const path = toggleUserBlock.path.replace(/\{\w+\}/, '65f1000000000000000000a1');
    expect(receivedCalls(toggleUserBlock)).toMatchObject(Array.from({ length: 3 }, () => ({ path, query: {} })));
  });

  it('[MECH-08, API-13, API-15] sends a decision with the configured method', async () => {
    await openExternalScreen('/mechanics');
    await press('View details of Waiting Wasim');
    await press('Approve');
    const asking = dialog('Approve Waiting Wasim?');
    await asking.getByLabelText('Remarks (optional)').fill('Fine');
    await press('Approve', asking);
    await expect.element(toast('Waiting Wasim is approved')).toBeVisible();
    const body = { id: 'mech-2', status: 'approve', remarks: 'Fine' };
    expect(receivedCalls(decideApplication)).toMatchObject([{ method: 'PUT', body }]);
  });

  it('[PAYO-05] sends a payout with its amount as text', async () => {
    await openExternalScreen('/payouts');
    await press('Process payout to Anil Rao');
    await field('Transaction ID').fill('6309 0000 0077');
    await press('Process Payout', dialog('Process Payout'));
    await expect.element(toast('₹1,020.75 paid to Anil Rao')).toBeVisible();
    await expect.element(rowWith('Anil Rao').getByText('Zero Balance')).toBeVisible();
    expect(receivedCalls(createPayout)).toMatchObject([{ body: { amount: '1020.75' } }]);
  });

  it('[TOUGH-08] pays with any transaction id, without asking about its format', async () => {
    await openExternalScreen('/payouts');
    await press('Process payout to Anil Rao');
    await field('Transaction ID').fill('paid by hand');
    await press('Process Payout', dialog('Process Payout'));
    await expectAbsent(page.getByRole('dialog'));
    expect(receivedCalls(createPayout)).toHaveLength(1);
  });

  it('[NOTI-02, NOTI-03] sends a notification to a customer who has an id', async () => {
    await openExternalScreen('/notifications');
    await field('Message').fill('Your car is ready');
    await page.getByLabelText('Recipient type').selectOptions('User');
    await page.getByRole('combobox', { name: 'Select user' }).fill('n');
    await expect.element(page.getByRole('option', { name: /Meera Nair/ })).toBeVisible();
    await expectAbsent(page.getByRole('option', { name: /Nobody Known/ }));
    await page.getByRole('option', { name: /Meera Nair/ }).click();
    await press('Send notification');
    await expect.element(page.getByText('Notification sent successfully')).toBeVisible();
    await expect.element(rowWith('Your car is ready')).toBeVisible();
    await expectAbsent(button('Undo'));
    expect(receivedCalls(createNotification)).toHaveLength(1);
    expect(receivedCalls(listUsers).map(({ query }) => query['limit'])).toEqual(['100']);
  });

  it('[API-15] reports an unknown stored vehicle type at its field, and saves the selected type', async () => {
    await openExternalScreen('/services/sos');
    await press('Edit SOS service Fuel');
    await field('Price (₹) *').fill('90');
    await press('Update Service');
    await expect.element(page.getByText('The type is stored as “Boat”. Select one from the list.')).toBeVisible();
    await field('Vehicle Type *').selectOptions('Car');
    await press('Update Service');
    await expect.element(rowWith('Fuel').getByText('₹90')).toBeVisible();
    expect(receivedCalls(updateSosService)).toMatchObject([{ method: 'PUT' }]);
  });
});

describe('the configuration with an external API', () => {
  const [fee, commission, upi] = (['platformFeePaise', 'commissionPercent', 'upiId'] as const).map((name) =>
    wireKey(configuration, name),
  ) as [string, string, string];

  it('[API-12, CONF-02] is saved with "" for an empty UPI id', async () => {
    await openExternalScreen('/master/config');
    await page.getByRole('tab', { name: 'Payment Settings' }).click();
    await page.getByLabelText('UPI ID').fill('');
    await press('Update Configuration');
    await press('Update', confirmation());
    await expectShown('Configuration updated successfully!');
    expect(receivedCalls(updateConfiguration)).toMatchObject([{ body: { [upi]: '' } }]);
    expect(warningsOf(updateConfiguration)).toContain('updateConfiguration: data._id is not an id');
  });

  it('[TOUGH-08] sends input outside the suggested range, and nothing for missing values', async () => {
    setNextResponses(getConfiguration, { json: [{ _id: 'cfg-1', [fee]: 20, [commission]: 10 }] });
    await openExternalScreen('/master/config');
    await expect.element(field('Platform fee (₹)')).toHaveValue('20');
    await expect.element(field('Charge per km (₹)')).toHaveValue('');
    await field('Platform fee (₹)').fill('-5');
    await field('Commission (%)').fill('150');
    await press('Update Configuration');
    await press('Update', confirmation());
    await expectShown('Configuration updated successfully!');
    expect(receivedCalls(updateConfiguration)[0]?.body).toEqual({ [fee]: -5, [commission]: 150 });
    setNextResponses(getConfiguration, { json: { status: true, data: {} } });
    await openExternalScreen('/master/config');
    await expect.element(button('Create Configuration')).toBeVisible();
    await expect.element(field('Platform fee (₹)')).toHaveValue('');
  });

  it('[CONF-03, CONF-04] is loaded again after a save when the response contains no record', async () => {
    await openExternalScreen('/master/config');
    await field('Platform fee (₹)').fill('55.5');
    await press('Update Configuration');
    await press('Update', confirmation());
    await expectShown('Configuration updated successfully!');
    await expect.element(button('No Changes')).toBeVisible();
    await expect.element(field('Platform fee (₹)')).toHaveValue('55.5');
    await expect.element(field('Charge per km (₹)')).toHaveValue('12.5');
    expect(receivedCalls(updateConfiguration)).toHaveLength(1);
    await expect.poll(() => receivedCalls(getConfiguration)).toHaveLength(2);
  });

  it('[CONF-03, CONF-04] is created and loaded', async () => {
    setNextResponses(getConfiguration, { json: { data: null } });
    await openExternalScreen('/master/config');
    await field('Platform fee (₹)').fill('20');
    await press('Create Configuration');
    await expectShown('Configuration created successfully!');
    await expect.element(button('No Changes')).toBeVisible();
    await expect.element(field('Platform fee (₹)')).toHaveValue('20');
    expect(receivedCalls(createConfiguration)).toHaveLength(1);
  });
});

describe('[FILE-02] a deletion with an external API', () => {
  const imagesDeleted = () => receivedCalls(deleteImage).map(({ query }) => query['imageUrl']);
  const confirm = () => press('Delete', confirmation());
  const warnings = () => warningsOf({ name: 'an old image was not deleted' });

  it.each([
    [
      'the documents of a mechanic',
      '/mechanics',
      'Delete mechanic Anil Rao',
      '/uploads/anil.png',
      'uploads/card.png',
      deleteMechanic,
      'mech-1',
    ],
    [
      'the images of a service and its parts',
      '/services/regular',
      'Delete service Oil change',
      '/uploads/oil.png',
      '/uploads/filter.png',
      deleteService,
      'srv-1',
    ],
  ] as const)('deletes %s afterwards', async (_, path, name, first, second, call, id) => {
    await openExternalScreen(path);
    await press(name);
    if (call === deleteService) await expectShown('Its 3 parts are deleted with it.');
    await confirm();
    await expect.poll(imagesDeleted).toEqual([first, second]);
    expect(receivedCalls(listParts)).toHaveLength(call === deleteService ? 1 : 0);
    const changes = allReceivedCalls().filter((each) => each.startsWith('DELETE'));
    const image = `DELETE ${deleteImage.path}`;
    expect(changes).toEqual([`DELETE ${call.path.replace('{id}', id)}`, image, image]);
  });

  it('keeps all images when it fails', async () => {
    await openExternalScreen('/services/regular');
    await press('Delete service Oil change');
    setNextResponses(deleteService, 'status false');
    await confirm();
    await expectShown('Error deleting service', confirmation());
    await openExternalScreen('/mechanics');
    await press('Delete mechanic Anil Rao');
    setNextResponses(deleteMechanic, 'status false');
    await confirm();
    await expectShown('Failed to delete mechanic', confirmation());
    expect(imagesDeleted()).toEqual([]);
  });

  it('succeeds although an image cannot be deleted, and shows only a warning', async () => {
    setNextResponses(deleteImage, 'html 500', { json: { status: false } });
    await openExternalScreen('/mechanics');
    await press('Delete mechanic Anil Rao');
    await confirm();
    await expect.element(toast('Anil Rao is deleted')).toBeVisible();
    await expect.poll(warnings).toHaveLength(2);
  });

  it('succeeds even if the parts are unknown', async () => {
    await openExternalScreen('/services/regular');
    const gone = { status: 404, message: 'No parts here' };
    setNextResponses(listParts, gone, gone);
    await press('Delete service Oil change');
    await expect.element(page.getByText('Its parts are deleted with it. No parts here')).toBeVisible();
    await confirm();
    await expect.element(toast('Service deleted successfully')).toBeVisible();
    await expect.poll(imagesDeleted).toEqual(['/uploads/oil.png']);
    await expect.poll(warnings).toHaveLength(1);
  });
});
