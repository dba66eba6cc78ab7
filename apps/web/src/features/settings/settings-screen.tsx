import { Link, type RegisteredRouter } from '@tanstack/react-router';
import type { Permission } from '@wayside/contract/wire/permissions';
import { ChevronRight, History, KeyRound, type LucideIcon, Plug, Users } from 'lucide-react';
import { englishOf, type Message, msg, t } from '../../languages/text.ts';
import { setPreferences, usePreferences } from '../../lib/preferences.ts';
import { useMay } from '../../lib/session.ts';
import { Card, Section } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ApprovalLimits } from '../approvals/approval-limits.tsx';

interface SettingsPage {
  readonly to: keyof RegisteredRouter['routesByPath'];
  readonly hash?: string;
  readonly name: Message;
  readonly description: Message;
  readonly icon: LucideIcon;
  readonly permission?: Permission;
}

const PAGES: readonly SettingsPage[] = [
  {
    to: '/team',
    name: msg('Team'),
    description: msg('Invite teammates, change roles and suspend accounts.'),
    icon: Users,
    permission: 'team:manage',
  },
  {
    to: '/profile',
    hash: 'two-factor',
    name: msg('Two-factor'),
    description: msg('Your second factor for signing in.'),
    icon: KeyRound,
  },
  {
    to: '/integrations',
    name: msg('Integrations'),
    description: msg('Service keys, webhooks and the API.'),
    icon: Plug,
    permission: 'integrations:manage',
  },
  {
    to: '/activity',
    name: msg('Activity'),
    description: msg('Every change, with author and time.'),
    icon: History,
    permission: 'activity:read',
  },
];

/** Links to settings that the role may open (PEOP-08). */
export function SettingsScreen() {
  const may = useMay();
  const pages = PAGES.filter(({ permission }) => permission === undefined || may(permission));
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <PageHeader title={t('Settings')} subtitle={t('Team, security, integrations and limits.')} />
      <Card>
        <ul>
          {pages.map(({ to, hash, name, description, icon: Icon }) => (
            <li key={englishOf(name)} className="border-b border-line last:border-b-0">
              <Link
                to={to}
                {...(hash === undefined ? {} : { hash })}
                className="group flex min-h-14 items-center gap-3.5 px-5 py-2.5 hover:bg-hover"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" strokeWidth={1.75} />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{t(name)}</span>
                  <span className="block text-sm text-ink-soft">{t(description)}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint group-hover:text-ink" />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      {may('money:move') && <ApprovalLimits />}
      <CallsSection />
    </div>
  );
}

/** Setting that shows or hides the user's card of incoming calls (PEOP-07). */
function CallsSection() {
  const { callCard } = usePreferences();
  return (
    <Section
      title={t('Incoming calls')}
      description={t('A card shows who is calling. It needs a connected telephone system.')}
    >
      <label className="flex min-h-9 w-fit items-center gap-2.5 px-5 py-4">
        <input
          type="checkbox"
          checked={callCard !== 'hidden'}
          onChange={({ target }) => setPreferences({ callCard: target.checked ? 'shown' : 'hidden' })}
          className="size-4 shrink-0 accent-accent"
        />
        {t('Show incoming calls')}
      </label>
    </Section>
  );
}
