import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut, type LucideIcon, Menu, Monitor, Moon, PanelLeft, Search, Sun, Unplug } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { richText } from '../languages/rich-text.ts';
import { type Message, msg, plural, t } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { useIdle } from '../lib/fetch-screen.ts';
import { signOut, useMay } from '../lib/session.ts';
import { webhooksQuery } from '../lib/webhooks-query.ts';
import { Button, buttonClassName, IconButton } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { openGlobalSearch, setSheetOpen, toggleSidebar, useShellStore } from './shell-store.ts';

/** The chosen theme. System follows the operating system immediately (THEME-01). */
type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'vite-ui-theme';

function readTheme(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/**
 * Stores the choice and applies it. theme.js applied the previous choice before the first paint and now applies this
 * one.
 */
function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  dispatchEvent(new Event('wayside:theme'));
}

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
        label={t('Toggle Sidebar')}
        tip={t('Toggle sidebar (Ctrl B)')}
        aria-expanded={isExpanded}
        icon={<PanelLeft className="size-4.5" />}
        onClick={toggleSidebar}
        className="-ml-1.5 max-md:hidden"
      />
      {/* The text takes two lines if the buttons leave little room. On a phone with additional buttons it is hidden. */}
      <p className="@container min-w-0 flex-1 text-ink-soft">
        <span className="block max-lg:leading-4 lg:truncate @max-[6rem]:text-xs @max-[6rem]:leading-4 @max-[5rem]:sr-only other-language:@max-[8rem]:sr-only">
          {richText('Welcome back, {name}', { name: <span className="font-medium text-ink">{t('Admin')}</span> })}
        </span>
      </p>
      {/* live/start-live.ts fills this element; its code loads after the first paint. */}
      <p id="live-status" role="status" className="absolute" />
      <IntegrationNotice />
      {isOwnServer() && <SearchButton />}
      <LanguageMenu />
      <ThemeSwitcher />
      <Button variant="ghost" icon={<LogOut className="size-4" />} onClick={signOut} className="max-md:px-2.5">
        <span className="max-[26rem]:sr-only">{t('Logout')}</span>
      </Button>
    </header>
  );
}

/** Shows which webhook endpoints were switched off because they failed (HOOK-02). */
function IntegrationNotice() {
  const mayManage = useMay()('integrations:manage');
  const isIdle = useIdle(isOwnServer() && mayManage);
  const { data } = useQuery({ ...webhooksQuery, staleTime: Number.POSITIVE_INFINITY, enabled: isIdle });
  const off = data?.rows.filter(({ disabledReason: reason }) => reason !== null && reason !== 'switched_off') ?? [];
  const notice = plural(off.length, 'A webhook endpoint is off', '{count} webhook endpoints are off');
  return (
    <div role="status" className="min-w-0">
      {off.length > 0 && (
        <Link to="/integrations" aria-label={notice} data-tip={notice} className={buttonClassName('ghost')}>
          <Unplug aria-hidden="true" className="size-4 text-danger-text" />
          <span className="text-danger-text max-lg:hidden">{notice}</span>
        </Link>
      )}
    </div>
  );
}

function MenuSheetButton() {
  const isOpen = useShellStore((state) => state.isSheetOpen);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setSheetOpen(false);
  useEffect(() => () => setSheetOpen(false), []);
  return (
    <>
      <IconButton
        ref={button}
        label={t('Open menu')}
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

const CHOICES: readonly { choice: ThemeChoice; label: Message; icon: LucideIcon }[] = [
  { choice: 'light', label: msg('Light'), icon: Sun },
  { choice: 'dark', label: msg('Dark'), icon: Moon },
  { choice: 'system', label: msg('System'), icon: Monitor },
];

/** Menu to choose the theme: Light, Dark or System (THEME-01). */
function ThemeSwitcher() {
  const [chosen, setChosen] = useState(readTheme);
  const Shown = CHOICES.find(({ choice }) => choice === chosen)?.icon ?? Monitor;
  return (
    <MenuButton
      label={t('Theme')}
      icon={<Shown className="size-4.5" />}
      entries={CHOICES.map(({ choice, label, icon: Icon }) => ({
        label: t(label),
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

/** Button that opens the global search (WORK-03). */
function SearchButton() {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Button
      ref={button}
      variant="ghost"
      aria-haspopup="dialog"
      icon={<Search className="size-4.5" />}
      onClick={() => {
        // Safari does not focus a clicked button; the dialog returns the focus to it.
        button.current?.focus();
        openGlobalSearch();
      }}
      className="max-md:px-2.5"
    >
      <span className="max-md:sr-only">{t('Search')}</span>
    </Button>
  );
}
