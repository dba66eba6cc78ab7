import { ROLES, type Role } from '@wayside/contract/roles';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { createAdministrator } from './support/administrators.ts';
import type { Application } from './support/application.ts';
import { marketplaceTest } from './support/application-test.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { aConfiguration } from './support/factories/configuration.ts';
import { aPayment } from './support/factories/payments.ts';
import { aMechanic, aUser, refTo, someBank } from './support/factories/people.ts';
import { button, dialogByName } from './support/locators.ts';
import { pushPath, sidebarLink } from './support/navigation.ts';
import { beginWithToken, openSession } from './support/session.ts';

const ravi = aUser({ name: 'Ravi Kumar', walletPaise: 5_000 });
const asha = aMechanic({ name: 'Asha', status: 'approved', walletPaise: 5_000, bank: someBank() });
const bala = aMechanic({ name: 'Bala', status: 'pending' });
const payment = aPayment({ mechanic: refTo(asha), amountPaise: 100_000, method: 'online' });

const test = marketplaceTest({
  users: [ravi],
  mechanics: [asha, bala],
  payments: [payment],
  configs: [aConfiguration({ platformFeePaise: 0, commissionPercent: 0 })],
});

/** Each control with its path and the roles that may use it. */
const CONTROLS: readonly (readonly [path: string, name: string, roles: readonly Role[]])[] = [
  ['/users', 'Pay loyalty to Ravi Kumar', ['owner', 'manager', 'finance']],
  ['/users', 'Block user Ravi Kumar', ['owner', 'manager', 'support']],
  ['/users', 'Delete user Ravi Kumar', ['owner', 'manager']],
  ['/mechanics', 'Pay loyalty to Asha', ['owner', 'manager', 'finance']],
  ['/mechanics', 'Delete mechanic Asha', ['owner', 'manager']],
  ['/mechanics', 'Regular, change Asha to expert', ['owner', 'manager', 'reviewer']],
  [`/mechanics?mechanic=${asha.id}`, 'Block', ['owner', 'manager', 'support']],
  [`/mechanics?mechanic=${asha.id}`, 'Show the complete account number', ['owner', 'manager', 'finance']],
  [`/mechanics?mechanic=${bala.id}`, 'Approve', ['owner', 'manager', 'reviewer']],
  ['/master/slots', 'Add Slot', ['owner', 'manager']],
  ['/master/config', 'No Changes', ['owner', 'manager']],
  ['/payments', 'Export', ['owner', 'manager', 'finance']],
  ['/payouts', 'Process payout to Asha', ['owner', 'manager', 'finance']],
  ['/settings', 'Change limits', ['owner']],
];

/** Pages that only some roles may open, with a text on each page. */
const PAGES: readonly (readonly [path: string, link: string | null, heading: string, roles: readonly Role[]])[] = [
  ['/payments', 'Payments', 'Payments', ['owner', 'manager', 'finance', 'support', 'viewer']],
  ['/payouts', 'Payouts', 'Payouts', ['owner', 'manager', 'finance', 'viewer']],
  ['/approvals', 'Approvals', 'Approvals', ['owner', 'manager', 'finance']],
  ['/reconciliation', 'Reconciliation', 'Reconciliation', ['owner', 'manager', 'finance']],
  ['/notifications', 'Notifications', 'Notifications', ['owner', 'manager', 'support']],
  ['/activity', null, 'Activity', ['owner', 'manager']],
  ['/team', null, 'Team', ['owner']],
  ['/integrations', null, 'Integrations', ['owner']],
];

/** Subpages of these pages; their sections may need further permissions. */
const SUBPAGES: readonly (readonly [path: string, heading: string, of: string | null])[] = [
  ['/roadside', 'Roadside', null],
  ['/roadside/report', 'Roadside report', null],
  ['/payments/refunds', 'Refunds', '/payments'],
  ['/payouts/history', 'Payout History', '/payouts'],
  ['/payouts/runs', 'Payment Runs', '/payouts'],
  ['/payouts/closing', 'Closing', '/payouts'],
  ['/payouts/income', 'Income', '/payouts'],
];

const tokens = new Map<Role, string>();

/**
 * Returns a session token of the role's administrator. The tests of a role share it, because a command and a login
 * take half a second.
 */
async function tokenOf(application: Application, role: Role): Promise<string> {
  const token = tokens.get(role) ?? (await openSession(application, await createAdministrator(application, role)));
  tokens.set(role, token);
  return token;
}

const NO_ACCESS = "You don't have access to this page";
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

describe.each(ROLES)('[TEAM-01] the role %s', (role) => {
  test('sees only the pages that it may open, and makes no call that it may not make', async ({
    application,
    openPage,
  }) => {
    const page = await openPage();
    await beginWithToken(page, await tokenOf(application, role));
    await page.goto('/dashboard');
    await expectVisible(title(page, 'Dashboard'));
    for (const [path, link, heading, roles] of PAGES) {
      const isAllowed = roles.includes(role);
      if (link !== null) expect(await sidebarLink(page, link).count(), link).toBe(isAllowed ? 1 : 0);
      await pushPath(page, path);
      await expectVisible(title(page, isAllowed ? heading : NO_ACCESS));
    }
    for (const [path, heading, of] of SUBPAGES) {
      const roles = PAGES.find(([each]) => each === of)?.[3] ?? ROLES;
      await pushPath(page, path);
      await expectVisible(title(page, roles.includes(role) ? heading : NO_ACCESS));
    }
    const [forbidden] = PAGES.filter(([, , , roles]) => !roles.includes(role));
    if (forbidden === undefined) return;
    await page.goto(forbidden[0]);
    await expectVisible(title(page, NO_ACCESS));
    await expectAccessible(page);
  });

  test('has only the controls that it may use', async ({ application, openPage }) => {
    const page = await openPage();
    await beginWithToken(page, await tokenOf(application, role));
    await page.goto('/dashboard');
    await expectVisible(title(page, 'Dashboard'));
    for (const [path, name, roles] of CONTROLS) {
      const [root = ''] = path.split('?');
      const pageRoles = PAGES.find(([each]) => each === root)?.[3] ?? ROLES;
      if (!pageRoles.includes(role)) continue;
      await pushPath(page, path);
      await shownRecord(page, path);
      if (roles.includes(role)) await expectVisible(button(page, name));
      else await expectHidden(button(page, name));
    }
  });
});

/** Waits for an element on the page that every role can see. */
async function shownRecord(page: Page, path: string): Promise<void> {
  if (path.includes(asha.id)) return expectVisible(dialogByName(page, 'Asha').getByText('Shop Name'));
  if (path.includes(bala.id)) return expectVisible(dialogByName(page, 'Bala').getByText('Shop Name'));
  const texts: Record<string, string> = {
    '/users': 'Ravi Kumar',
    '/mechanics': 'Asha',
    '/payments': payment.id.slice(-6).toUpperCase(),
    '/payouts': 'Asha',
    '/approvals': 'Off. Payments do not need approval.',
    '/master/slots': 'Total Slots',
    '/master/config': 'Charge per km (₹)',
  };
  await expectVisible(page.getByText(texts[path] ?? '', { exact: true }).first());
}
