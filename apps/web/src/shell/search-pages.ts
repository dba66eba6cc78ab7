import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { Language } from '@wayside/contract/preferences';
import { foldText, matchesText } from '@wayside/contract/wire/fold-text';
import type { Permission } from '@wayside/contract/wire/permissions';
import { LANGUAGES } from '../languages/language.ts';
import { englishOf, type Message, msg, t } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { type may, signOut } from '../lib/session.ts';
import { pickLanguage } from './language-menu.tsx';
import { allPages, mayOpen, type ScreenPath } from './navigation.ts';
import type { SearchResult } from './record-results.ts';

/** English synonyms of the screens. The search also finds their titles in English and in the user's language. */
const SYNONYMS: Partial<Record<ScreenPath, readonly string[]>> = {
  '/bookings': ['orders', 'jobs'],
  '/users': ['customers', 'people'],
  '/mechanics': ['partners', 'garages', 'applications', 'kyc'],
  '/payments': ['transactions', 'received'],
  '/payouts': ['balances', 'earnings', 'owed'],
  '/roadside': ['emergency', 'sos', 'desk'],
  '/approvals': ['approve', 'pending'],
  '/reconciliation': ['bank', 'days', 'settlement'],
  '/services/sos': ['emergency'],
  '/master/slots': ['times', 'hours'],
  '/master/vehicle-models': ['cars', 'bikes', 'companies', 'brands'],
  '/master/config': ['settings', 'fees', 'commission', 'upi', 'charges'],
  '/notifications': ['messages'],
  '/profile': ['account', 'me'],
  '/settings': ['preferences', 'options'],
  '/team': ['administrators', 'members', 'roles', 'staff'],
  '/activity': ['history', 'audit', 'log', 'changes'],
  '/integrations': ['api', 'keys', 'webhooks'],
};

interface Part {
  readonly label: Message;
  readonly words: readonly string[];
  /** The title of the screen that contains this part. */
  readonly of: Message;
  readonly link: LinkOptions<RegisteredRouter, string, ScreenPath>;
  readonly permission?: Permission;
}

const PAYOUTS = msg('Payouts');
const RECONCILIATION = msg('Reconciliation');
const PROFILE = msg('Profile');
const SETTINGS = msg('Settings');

/** Subpages and parts of the screens in the sidebar; only our own server has them. */
const PARTS: readonly Part[] = [
  {
    label: msg('Refunds and disputes'),
    words: ['chargebacks', 'returned'],
    of: msg('Payments'),
    link: linkOptions({ to: '/payments/refunds' }),
  },
  { label: msg('History'), words: ['payouts', 'paid'], of: PAYOUTS, link: linkOptions({ to: '/payouts/history' }) },
  { label: msg('Payment runs'), words: ['bank', 'files'], of: PAYOUTS, link: linkOptions({ to: '/payouts/runs' }) },
  {
    label: msg('Closing'),
    words: ['close', 'day', 'books'],
    of: PAYOUTS,
    link: linkOptions({ to: '/payouts/closing' }),
  },
  {
    label: msg('Income'),
    words: ['revenue', 'journal', 'accounts', 'commission'],
    of: PAYOUTS,
    link: linkOptions({ to: '/payouts/income' }),
  },
  {
    label: msg('Exceptions'),
    words: ['differences', 'lines', 'write-offs'],
    of: RECONCILIATION,
    link: linkOptions({ to: '/reconciliation/exceptions' }),
  },
  {
    label: msg('Settlements'),
    words: ['razorpay'],
    of: RECONCILIATION,
    link: linkOptions({ to: '/reconciliation/settlements' }),
  },
  {
    label: msg('Files'),
    words: ['bank', 'statement', 'import', 'upload'],
    of: RECONCILIATION,
    link: linkOptions({ to: '/reconciliation/files' }),
  },
  {
    label: msg('Report'),
    words: ['roadside', 'performance', 'times'],
    of: msg('Roadside'),
    link: linkOptions({ to: '/roadside/report' }),
  },
  {
    label: msg('Password'),
    words: ['change', 'sign', 'in'],
    of: PROFILE,
    link: linkOptions({ to: '/profile', hash: 'password' }),
  },
  {
    label: msg('Two-factor'),
    words: ['2fa', 'authenticator', 'passkey', 'recovery', 'codes', 'security'],
    of: PROFILE,
    link: linkOptions({ to: '/profile', hash: 'two-factor' }),
  },
  {
    label: msg('Sessions'),
    words: ['devices', 'signed', 'in'],
    of: PROFILE,
    link: linkOptions({ to: '/profile', hash: 'sessions' }),
  },
  {
    label: msg('Approval limits'),
    words: ['payments', 'refunds'],
    of: SETTINGS,
    link: linkOptions({ to: '/settings' }),
    permission: 'money:move',
  },
  {
    label: msg('Incoming calls'),
    words: ['telephone', 'card'],
    of: SETTINGS,
    link: linkOptions({ to: '/settings' }),
  },
];

/** Checks whether a title contains the typed text, or whether each typed word is the beginning of a known word. */
function matchesWords(texts: readonly string[], words: readonly string[], typed: string): boolean {
  const known = foldText([...texts, ...words].join(' ')).split(/[\s-]+/);
  const parts = foldText(typed)
    .split(/[\s-]+/)
    .filter(Boolean);
  return (
    matchesText(texts, typed) ||
    (parts.length > 0 && parts.every((part) => known.some((word) => word.startsWith(part))))
  );
}

const titlesOf = (label: Message): string[] => [englishOf(label), t(label)];

const englishLanguages = new Intl.DisplayNames(['en'], { type: 'language' });

/**
 * Returns the pages, their parts and the choices of the header that the user may use, found by title and synonym
 * (WORK-03).
 */
export function findPages(typed: string, mayDo: typeof may): readonly SearchResult[] {
  const screens = allPages(mayDo)
    .filter(({ to, label }) => matchesWords(titlesOf(label), SYNONYMS[to] ?? [], typed))
    .map(({ to, label }): SearchResult => ({ value: to, label: t(label), link: { to } }));
  const parts = PARTS.filter(
    ({ label, words, of, link, permission }) =>
      isOwnServer() &&
      mayOpen(String(link.to), mayDo) &&
      (permission === undefined || mayDo(permission)) &&
      matchesWords(titlesOf(label), [...titlesOf(of), ...words], typed),
  ).map(
    ({ label, of, link }): SearchResult => ({
      value: `part ${englishOf(of)} ${englishOf(label)}`,
      label: t(label),
      detail: t(of),
      link,
    }),
  );
  const languages = (Object.entries(LANGUAGES) as [Language, string][])
    .filter(([tag, name]) =>
      matchesWords([name, englishLanguages.of(tag) ?? ''], ['language', t('Language')], typed),
    )
    .map(
      ([tag, name]): SearchResult => ({
        value: `language ${tag}`,
        label: name,
        detail: t('Language'),
        run: () => void pickLanguage(tag),
      }),
    );
  const logout = matchesWords(titlesOf(LOGOUT), ['log', 'out', 'sign', 'exit'], typed)
    ? [{ value: 'logout', label: t(LOGOUT), run: signOut }]
    : [];
  const isPrefix = ({ label }: SearchResult) => foldText(label).startsWith(foldText(typed));
  return [...screens, ...parts, ...languages, ...logout].toSorted(
    (one, other) => Number(isPrefix(other)) - Number(isPrefix(one)),
  );
}

const LOGOUT = msg('Logout');
