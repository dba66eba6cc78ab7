import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { Permission } from '@wayside/contract/wire/permissions';
import { isOwnServer } from '../lib/config.ts';
import type { may } from '../lib/session.ts';
import type { ScreenPath } from './navigation.ts';
import type { SearchResult } from './record-results.ts';

interface Action {
  readonly label: string;
  /** Other words that find it. */
  readonly words: string;
  readonly permission: Permission;
  readonly link: LinkOptions<RegisteredRouter, string, ScreenPath>;
  /** Whether only our own server has it. */
  readonly isOwn?: true;
}

const state = { start: 'form' } as const;

const ACTIONS: readonly Action[] = [
  {
    label: 'New payment run',
    words: 'pay payout bank file',
    permission: 'money:move',
    link: linkOptions({ to: '/payouts/runs', state }),
    isOwn: true,
  },
  {
    label: 'Close the day',
    words: 'closing books',
    permission: 'money:move',
    link: linkOptions({ to: '/payouts/closing', state }),
    isOwn: true,
  },
  {
    label: 'Invite a teammate',
    words: 'team add member administrator',
    permission: 'team:manage',
    link: linkOptions({ to: '/team', state }),
    isOwn: true,
  },
  {
    label: 'Send notification',
    words: 'message new',
    permission: 'notifications:manage',
    link: linkOptions({ to: '/notifications', state }),
  },
  {
    label: 'Add SOS service',
    words: 'new',
    permission: 'catalogue:change',
    link: linkOptions({ to: '/services/sos', state }),
  },
  {
    label: 'Add service',
    words: 'new',
    permission: 'catalogue:change',
    link: linkOptions({ to: '/services/regular', state }),
  },
  {
    label: 'Add part',
    words: 'new',
    permission: 'catalogue:change',
    link: linkOptions({ to: '/services/parts', state }),
  },
  {
    label: 'Add slot',
    words: 'new time',
    permission: 'catalogue:change',
    link: linkOptions({ to: '/master/slots', state }),
  },
  {
    label: 'Add vehicle model',
    words: 'new company',
    permission: 'catalogue:change',
    link: linkOptions({ to: '/master/vehicle-models', state }),
  },
];

/** The actions that the role allows and in which every typed word begins a word (PEOP-09). */
export function actionsNamed(text: string, mayDo: typeof may): readonly SearchResult[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = ({ label, words }: Action) => {
    const known = `${label} ${words}`.toLowerCase().split(' ');
    return typed.length > 0 && typed.every((part) => known.some((word) => word.startsWith(part)));
  };
  return ACTIONS.filter(
    (action) => (isOwnServer() || !action.isOwn) && mayDo(action.permission) && isFound(action),
  ).map(({ label, link }) => ({ value: `action ${label}`, label, link }));
}
