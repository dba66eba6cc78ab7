import { LogOut, type LucideIcon, Menu, Monitor, Moon, PanelLeft, Sun } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isOwnServer } from '../lib/config.ts';
import { signOut, useMay } from '../lib/session.ts';
import { chooseTheme, readTheme, type ThemeChoice } from '../lib/theme.ts';
import { useIdlePart } from '../lib/use-idle-part.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { SearchButton } from './search-button.tsx';
import { setSheetOpen, toggleSidebar, useShellStore } from './shell-store.ts';

const SidebarSheet = lazyPart(() => import('./sidebar-sheet.tsx'), 'SidebarSheet');

/** Greeting, search, theme and logout (NAV-06). */
export function Header() {
  const isExpanded = useShellStore((state) => state.isSidebarExpanded);
  return (
    <header
      data-unprinted=""
      className="sticky top-0 z-30 flex h-(--header-height) items-center gap-3 border-b border-line bg-canvas px-4 max-md:gap-1 max-[22.5rem]:gap-0 max-[22.5rem]:px-2 md:px-6"
    >
      <MenuSheetButton />
      <IconButton
        label="Toggle Sidebar"
        tip="Toggle sidebar (Ctrl B)"
        aria-expanded={isExpanded}
        icon={<PanelLeft className="size-4.5" />}
        onClick={toggleSidebar}
        className="-ml-1.5 max-md:hidden"
      />
      {/* Two lines where the buttons leave little room; beside more of them than usual a phone has none. */}
      <p className="@container min-w-0 flex-1 text-ink-soft">
        <span className="block max-lg:leading-4 lg:truncate @max-[6rem]:text-xs @max-[6rem]:leading-4 @max-[5rem]:sr-only">
          Welcome back, <span className="font-medium text-ink">Admin</span>
        </span>
      </p>
      {/* Filled by live/live-status.ts, whose code comes after the first paint. */}
      <p id="live-status" role="status" className="absolute" />
      <Notices />
      {isOwnServer() && (
        <span className="w-26 shrink-0 max-md:w-10 touch:max-md:w-11">
          <SearchButton />
        </span>
      )}
      <ThemeSwitcher />
      <Button variant="ghost" icon={<LogOut className="size-4" />} onClick={signOut} className="max-md:px-2.5">
        <span className="max-[26rem]:sr-only">Logout</span>
      </Button>
    </header>
  );
}

const loadNotice = async () => (await import('./integration-notice.tsx')).IntegrationNotice;

function Notices() {
  const mayManage = useMay()('integrations:manage');
  const Notice = useIdlePart(isOwnServer() && mayManage, loadNotice);
  return Notice && <Notice />;
}

function MenuSheetButton() {
  const isOpen = useShellStore((state) => state.isSheetOpen);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setSheetOpen(false);
  // The sheet does not stay open over a logout.
  useEffect(() => () => setSheetOpen(false), []);
  return (
    <>
      <IconButton
        ref={button}
        label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<Menu className="size-5" />}
        onClick={() => {
          // Safari does not focus a tapped button; the sheet returns the focus to it.
          button.current?.focus();
          setSheetOpen(true);
        }}
        className="-ml-2 md:hidden"
      />
      {isOpen && <SidebarSheet onClose={close} />}
    </>
  );
}

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
