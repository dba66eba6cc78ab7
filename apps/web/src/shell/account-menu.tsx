import { useNavigate } from '@tanstack/react-router';
import { CircleUser, History } from 'lucide-react';
import { hasExtension } from '../lib/config.ts';
import { MenuButton } from '../ui/menu-button.tsx';

/** What belongs to the administrator and to no screen of the sidebar. Nothing where the provider has none of it. */
export function AccountMenu() {
  const navigate = useNavigate();
  if (!hasExtension('activity')) return null;
  return (
    <MenuButton
      label="Account"
      icon={<CircleUser className="size-4.5" />}
      entries={[
        {
          kind: 'action',
          label: 'Activity',
          icon: <History aria-hidden="true" />,
          onSelect: () => void navigate({ to: '/activity' }),
        },
      ]}
    />
  );
}
