import { describe, expect } from 'vitest';
import { applicationTest } from './support/application-test.ts';
import { expectHidden, expectText, expectVisible } from './support/expectations.ts';
import { aMechanic, refTo } from './support/factories/people.ts';
import { loadMarketplace } from './support/marketplace.ts';
import {
  aCall,
  backdateRequest,
  emergencyRow,
  endOpenEmergencies,
  openDesk,
  openedEmergency,
  recordTones,
  sendEmergencies,
  sendEmergencyUpdate,
  TONES,
} from './support/roadside.ts';

const LONG_MS = 30_000;
/** Places a shop the given number of degrees of latitude north of the car; one degree is 111 km. */
const shopAt = (degrees: number) => ({
  shop: {
    ...{ name: 'Shop', perHourPaise: 40_000, experienceYears: 8, description: null },
    ...{ latitude: 19.076 + degrees, longitude: 72.87771 },
  },
});
const near = aMechanic({ name: 'Suresh Patil', ...shopAt(0.01) });
const further = aMechanic({ name: 'Anil Joshi', ...shopAt(0.03) });

const test = applicationTest().extend('mechanics', { scope: 'file', auto: true }, ({ application }) =>
  loadMarketplace(application, { mechanics: [near, further] }),
);

describe('the marketplace and the roadside desk', () => {
  test('[ROAD-05] send and receive a request for a mechanic, which a record confirms', async ({
    openPage,
    application,
  }) => {
    const call = aCall('Meera Iyer');
    await endOpenEmergencies(application);
    await sendEmergencies(application, call);
    const page = await openPage({ live: true });
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedEmergency(page, 'Meera Iyer');
    await expectVisible(details.getByRole('button', { name: 'Assign Suresh Patil' }));
    await page.keyboard.press('a');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Assign' }).click();
    const row = emergencyRow(page, call.emergency);
    await expectText(row, /Claimed Yours .* Requested Suresh Patil 0:\d\d/);
    await expectHidden(details.getByRole('button', { name: 'Assign Suresh Patil' }));
    await sendEmergencyUpdate(application, call.emergency, { status: 'accepted', mechanic: refTo(near) });
    await expectText(row, /Assigned Suresh Patil Yours .* Suresh Patil confirmed/);
    await expectVisible(details.getByText('The marketplace confirmed Suresh Patil'));
    await sendEmergencyUpdate(application, call.emergency, { status: 'completed', mechanic: refTo(near) });
    await expectText(row, /Ended/);
  }, 120_000);

  test('[ROAD-05] show and sound an alarm when there is no response for 60 s, and the owner may request another mechanic', async ({
    openPage,
    application,
  }) => {
    const call = aCall('Ravi Kumar');
    await endOpenEmergencies(application);
    await sendEmergencies(application, call);
    const page = await openPage({ live: true });
    const tones = await recordTones(page);
    await openDesk(page, application, `/roadside?emergency=${call.emergency.id}`);
    const details = openedEmergency(page, 'Ravi Kumar');
    await details.getByRole('button', { name: 'Assign Suresh Patil' }).click();
    const row = emergencyRow(page, call.emergency);
    await expectText(row, /Requested Suresh Patil/);
    const before = (await tones()).length;
    await backdateRequest(application, call.emergency, 61);
    await expectText(row, /The marketplace has not responded 1:\d\d/);
    await expect
      .poll(async () => (await tones()).slice(before, before + 2), { timeout: LONG_MS })
      .toEqual(TONES.unanswered);
    await details.getByRole('button', { name: 'Assign Anil Joshi' }).click();
    await expectText(row, /Requested Anil Joshi 0:\d\d/);
    await sendEmergencyUpdate(application, call.emergency, { status: 'accepted', mechanic: refTo(near) });
    await expectText(row, /Assigned .* The marketplace sent another mechanic/);
  }, 120_000);
});
