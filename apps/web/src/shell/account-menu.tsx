import { useNavigate } from '@tanstack/react-router';
import { capitalised, initialsOf } from '../lib/format.ts';
import { useIdentity, useMay } from '../lib/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { accountPages } from './navigation.ts';

export interface AccountMenuProps {
  /** Initials only, with the name as a tooltip. */
  isSmall?: boolean;
  onNavigate?: (() => void) | undefined;
}

/** Who is signed in, at the foot of the sidebar, and the menu of their own pages; absent if the provider has none (PEOP-08). */
export function AccountMenu({ isSmall = false, onNavigate }: AccountMenuProps) {
  const navigate = useNavigate();
  const identity = useIdentity();
  const entries = accountPages(useMay());
  if (entries.length === 0) return null;
  const name = identity?.name?.trim() || identity?.email || '';
  const role = capitalised(identity?.role ?? '');
  return (
    <MenuButton
      label={['Account', name, role].filter(Boolean).join(', ')}
      icon={null}
      entries={entries.map(({ to, label, icon: Icon }) => ({
        label,
        icon: <Icon aria-hidden="true" />,
        onSelect: () => {
          onNavigate?.();
          void navigate({ to });
        },
      }))}
      face={
        <span className="flex min-h-10 w-full min-w-0 items-center gap-2.5 text-left">
          <Avatar initials={initialsOf(name)} />
          {!isSmall && (
            <span className="grid min-w-0">
              <span translate="no" dir="auto" className="truncate text-left font-medium text-ink">
                {name}
              </span>
              <span className="truncate text-xs text-ink-soft">{role}</span>
            </span>
          )}
        </span>
      }
    />
  );
}
