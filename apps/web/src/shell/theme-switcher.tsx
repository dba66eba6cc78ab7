import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, readTheme, type ThemeChoice } from '../lib/theme.ts';
import { MenuButton } from '../ui/menu-button.tsx';

const CHOICES: readonly { choice: ThemeChoice; label: string; icon: LucideIcon }[] = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'System', icon: Monitor },
];

/** Light, Dark or System (THEME-01). */
export function ThemeSwitcher() {
  const [chosen, setChosen] = useState(readTheme);
  const Shown = CHOICES.find(({ choice }) => choice === chosen)?.icon ?? Monitor;
  return (
    <MenuButton
      label="Theme"
      icon={<Shown className="size-4.5" />}
      entries={CHOICES.map(({ choice, label, icon: Icon }) => ({
        kind: 'choice',
        label,
        icon: <Icon aria-hidden="true" />,
        checked: choice === chosen,
        onSelect: () => {
          chooseTheme(choice);
          setChosen(choice);
        },
      }))}
    />
  );
}
