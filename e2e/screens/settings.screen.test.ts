import { listOwnSessions, type OwnSession, readProfile } from '@wayside/contract/profile';
import { createServiceKey, listServiceKeys, type ServiceKey } from '@wayside/contract/service-keys';
import { listTeam, type Member, suspendMember } from '@wayside/contract/team';
import { beginTotp, getTwoFactor } from '@wayside/contract/two-factor';
import {
  listDeliveries,
  listWebhooks,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@wayside/contract/webhooks';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newRecordId } from '../support/factories/record-id.ts';
import { findOverflow } from '../support/find-overflow.ts';
import { expectAccessible } from './accessible.ts';
import {
  alert,
  button,
  confirmation,
  dialog,
  expectAbsent,
  expectShown,
  expectText,
  heading,
  press,
} from './elements.ts';
import {
  inSequence,
  type MockResponse,
  OWNER,
  openScreen,
  respondWith,
  respondWithStatus,
  type ScreenOptions,
} from './open-screen.ts';

const WIDTHS = [{}, { width: 375 }] as const satisfies readonly ScreenOptions[];
const createdAt = '2026-03-01T10:00:00.000Z';
const rejected = (message: string) => ({ status: false, message });
const expectFits = () => expect.poll(findOverflow).toEqual([]);

describe('the profile screen', () => {
  const session: OwnSession = {
    id: newRecordId(),
    device: 'Chrome on Windows',
    address: '203.0.113.7',
    createdAt,
    lastSeenAt: createdAt,
    isCurrent: true,
  };
  const record = {
    id: newRecordId(),
    name: 'Asha Rao',
    email: OWNER.email ?? '',
    role: 'owner',
    signInWay: null,
    createdAt,
  };
  const account = [
    respondWith(readProfile, { record }),
    respondWith(getTwoFactor, {
      twoFactor: { totpSince: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false },
    }),
  ];
  const sessions = respondWith(listOwnSessions, {
    rows: [session, { ...session, id: newRecordId(), isCurrent: false }],
  });
  const list = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

  it('[TEAM-04] has a dark QR code on white in the dark theme', async () => {
    const uri = 'otpauth://totp/Wayside:asha@example.in?secret=JBSWY3DPEHPK3PXP';
    const begun = respondWith(beginTotp, { secret: 'JBSWY3DPEHPK3PXP', uri });
    await openScreen('/profile', [begun, sessions, ...account], { theme: 'dark' });
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    const code = page.getByRole('img', { name: 'QR code for the authenticator app' });
    await expect.element(code).toBeVisible();
    const colourOf = (part: string) => {
      const shape = code.element().querySelector(part);
      return shape && getComputedStyle(shape).fill;
    };
    expect(colourOf('rect')).toBe('rgb(255, 255, 255)');
    expect(colourOf('path')).toBe('rgb(0, 0, 0)');
    const { width, height } = code.element().querySelector('rect')?.getBoundingClientRect() ?? {};
    expect(width).toBeGreaterThan(185);
    expect(height).toBeGreaterThan(185);
  });

  it.each(WIDTHS)('[TEAM-03] is accessible and fits on the screen with %j', async (options) => {
    await openScreen('/profile', [sessions, ...account], options);
    await expectText(list.first(), /This session.*Active now/);
    await expectText(list.nth(1), /Last seen/);
    await expectAccessible();
    await expectFits();
  });

  it('[ERR-03] shows a failed load of the sessions in its section and offers a retry', async () => {
    await openScreen('/profile', [
      inSequence(respondWithStatus(listOwnSessions, 400, rejected('Not now.')), sessions),
      ...account,
    ]);
    const section = page.getByRole('region', { name: /^Sessions/ });
    await expect.element(section.getByText('Not now.')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    await section.getByRole('button', { name: /again|Retry/ }).click();
    await expect.element(list.first()).toBeVisible();
    await expectAbsent(section.getByText('Not now.'));
  });
});

describe('[TEAM-02] the team screen', () => {
  const self: Member = {
    id: newRecordId(),
    name: 'Asha Rao',
    email: 'asha@example.in',
    role: 'owner',
    state: 'active',
    ...{ twoFactor: null, signInWay: null, lastSeenAt: createdAt, createdAt, invitedAt: null },
    ...{ invitationExpiresAt: null, isInvitationExpired: false, suspendedAt: null, isSelf: true },
  };
  const ravi: Member = { ...self, id: newRecordId(), name: 'Ravi Kumar', email: 'ravi@example.in', isSelf: false };
  const long: Member = {
    ...ravi,
    id: newRecordId(),
    name: 'Venkatanarasimharajuvaripeta Subramaniam Krishnamurthy of the night desk',
    email: `${'venkatanarasimharajuvaripeta.'.repeat(2)}of.the.night.desk@example.com`,
    state: 'invited',
    isInvitationExpired: true,
  };
  const suspended: Member = {
    ...ravi,
    id: newRecordId(),
    name: 'Farida',
    state: 'suspended',
    suspendedAt: createdAt,
  };
  const open = (responses: MockResponse[] = [], options: ScreenOptions = {}) =>
    openScreen('/team', [...responses, respondWith(listTeam, { rows: [self, ravi, long, suspended] })], options);

  it.each(WIDTHS)('is accessible and fits on the screen with %j', async (options) => {
    await open([], options);
    await expect.element(page.getByText('Invitation expired')).toBeVisible();
    await expectAccessible();
    await expectFits();
    await press('Invite');
    await expect.element(dialog('Invite to the team')).toBeVisible();
    await expectAccessible();
  });

  it('offers no actions on the user’s own account, and shows who is the last active owner', async () => {
    await open([respondWithStatus(suspendMember, 409, rejected('This is the last active owner.'))]);
    const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: self.email });
    await expectText(row, /You/);
    await expectAbsent(row.getByRole('button'));
    await press('More actions for Ravi Kumar');
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await press('Suspend', confirmation());
    await expectShown('This is the last active owner.', confirmation().getByRole('alert'));
  });
});

describe('the integrations screen', () => {
  const url = 'https://hooks.example.com/wayside';
  const endpoint: WebhookEndpoint = {
    id: newRecordId(),
    url,
    types: null,
    isEnabled: true,
    ...{ disabledReason: null, disabledAt: null, failingSince: null, previousSecretUntil: null },
    ...{ waiting: 0, lastAttempt: null, replayLeft: null, createdAt },
  };
  const key: ServiceKey = {
    id: newRecordId(),
    name: 'x'.repeat(60),
    prefix: 'wsk_12345678',
    scopes: ['bookings', 'changes'],
    state: 'valid',
    ...{ createdAt, createdBy: null, expiresAt: null, lastUsedAt: null, revokedAt: null, revokedBy: null },
  };
  const keys = respondWith(listServiceKeys, { rows: [key] });
  const webhooks = (...rows: WebhookEndpoint[]) => respondWith(listWebhooks, { rows });
  const form = dialog('Create a service key');

  it.each(WIDTHS)('[PEOP-08] is accessible and fits on the screen with %j', async (options) => {
    const long = `https://${'long.'.repeat(30)}example.com/${'x'.repeat(80)}`;
    await openScreen('/integrations', [keys, webhooks({ ...endpoint, url: long })], options);
    await expect.element(heading('Webhook endpoints (1)')).toBeVisible();
    await expectAccessible();
    await press('Create key');
    await expect.element(form).toBeVisible();
    await expectAccessible();
  });

  it('[ERR-03] shows each failed part with a retry, and the other part works', async () => {
    const failing = inSequence(respondWithStatus(listServiceKeys, 400, rejected('No keys today')), keys);
    await openScreen('/integrations', [failing, webhooks(endpoint)]);
    await expect.element(heading('Webhook endpoints (1)')).toBeVisible();
    await press('Try again', alert('No keys today'));
    await expectAbsent(alert('No keys today'));
    await expect.element(heading('Service keys (1)')).toBeVisible();
  });

  it('[SYNC-06] requires a name and a scope for a key, and asks before the new key is lost', async () => {
    const created = respondWith(createServiceKey, { key: 'wsk_1', record: key });
    await openScreen('/integrations', [keys, webhooks(), created]);
    await press('Create key');
    for (const scope of ['Users', 'Mechanics', 'Bookings', 'Payments', 'Read changes'])
      await form.getByLabelText(scope, { exact: true }).click();
    await press('Create key', form);
    await expectShown('Required', form);
    await expectShown('Choose at least one scope', form);
    await form.getByLabelText('Name', { exact: true }).fill(key.name);
    await form.getByLabelText('Read changes', { exact: true }).click();
    await press('Create key', form);
    await expect.element(dialog(`Key of ${key.name}`)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(confirmation().getByText('It is shown only once.')).toBeVisible();
    await press('Cancel', confirmation());
    await expect.element(dialog(`Key of ${key.name}`).getByLabelText('Secret')).toBeVisible();
    await expectFits();
  });

  it('[ERR-03] keeps the input of a rejected key', async () => {
    const two = respondWithStatus(createServiceKey, 409, rejected('There are two valid keys of this name.'));
    await openScreen('/integrations', [keys, webhooks(), two]);
    await press('Create key');
    await form.getByLabelText('Name', { exact: true }).fill('twice');
    await press('Create key', form);
    await expectText(form.getByRole('alert'), /two valid keys/i);
    await expect.element(form.getByLabelText('Name', { exact: true })).toHaveValue('twice');
  });

  it('[HOOK-02] shows why an endpoint is switched off', async () => {
    const off: WebhookEndpoint = {
      ...endpoint,
      isEnabled: false,
      disabledReason: 'failing',
      disabledAt: createdAt,
      waiting: 12_000,
      lastAttempt: { at: createdAt, statusCode: null, error: 'no response within 15 s' },
    };
    const gone: WebhookEndpoint = {
      ...off,
      id: newRecordId(),
      url: 'https://gone.example.com/',
      disabledReason: 'gone',
    };
    await openScreen('/integrations', [keys, webhooks(off, gone)]);
    const row = (text: string) =>
      page.getByRole('list', { name: 'Webhook endpoints' }).getByRole('listitem').filter({ hasText: text });
    for (const text of ['Off: five days of failures alone', '12,000 pending', 'no response within 15 s'])
      await expect.element(row(url).getByText(text)).toBeVisible();
    await expect.element(row(gone.url).getByText('Off: it responded with 410 Gone')).toBeVisible();
    await expect
      .element(page.getByRole('banner').getByRole('link', { name: '2 webhook endpoints are off' }))
      .toBeVisible();
  });

  it('[HOOK-02] shows deliveries that fit on a phone', async () => {
    const delivery: WebhookDelivery = {
      id: '7',
      eventId: 'e'.repeat(24),
      type: 'webhook.test',
      state: 'delivered',
      attempts: 1,
      statusCode: 200,
      durationMs: 12,
      error: null,
      answer: '<b>Thank you</b>',
      lastAttemptAt: createdAt,
      nextAttemptAt: null,
      createdAt,
      payload: { type: 'webhook.test', data: 'x'.repeat(300) },
    };
    const deliveries = respondWith(listDeliveries, { rows: [delivery], next: null });
    await openScreen('/integrations', [keys, webhooks(endpoint), deliveries], { width: 375 });
    await button(`Deliveries to ${url}`).click();
    await dialog('Deliveries').getByText('webhook.test').first().click();
    await expect.element(dialog('Deliveries').getByText('<b>Thank you</b>')).toBeVisible();
    await expectAccessible();
    await expectFits();
  });
});
