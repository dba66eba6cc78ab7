import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SavedView } from '@wayside/contract/views';
import { Bookmark, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { useIdle } from '../lib/fetch-screen.ts';
import { useMay } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-panel.tsx';
import { type CountsQuery, isCountable } from './list-queries.ts';
import { type ListSearch, type ListUrl, type ListView, searchOfAll, searchOfView } from './list-url.ts';
import type { OpenedView } from './use-opened-view.ts';

const ViewForm = lazyPart(() => import('./view-form.tsx'), 'ViewForm');
const ManageViews = lazyPart(() => import('./manage-views.tsx'), 'ManageViews');

/** Larger counts appear as this number with a plus sign (VIEW-04). */
const MAX_SHOWN_COUNT = 999;

export interface SavedViewsProps<F extends string, D extends string> {
  url: ListUrl<F, D>;
  views: OpenedView;
  counted?(views: readonly ListView<F>[]): CountsQuery;
  isListShown: boolean;
}

/** The saved views of a list with row counts, and the actions for the open view (VIEW-04). */
export function SavedViews<F extends string, D extends string>({
  url,
  views: state,
  counted,
  isListShown,
}: SavedViewsProps<F, D>) {
  const { views, opened, isModified } = state;
  const [openDialog, setOpenDialog] = useState<'new' | 'manage' | null>(null);
  const navigate = useNavigate();
  const mayShare = useMay()('views:share');
  const searches = [searchOfAll(url), ...views.map((view) => searchOfView(url, view))];
  const isCounted = counted !== undefined && views.length > 0;
  const counts = useCounts(url, searches.map(url.view), counted, isListShown && isCounted);
  const mayChange = opened !== null && (mayShare || !opened.isShared);

  const open = (search: ListSearch) =>
    void navigate({ to: '.', search: search, resetScroll: false, replace: opened !== null });
  const saving = useMutation({
    mutationFn: async (view: SavedView) => (await import('./view-form.tsx')).saveOpenedView(view, state),
    onSuccess: (saved) => saved && open(searchOfView(url, saved)),
  });
  const entries: MenuEntry[] = [
    { label: opened ? t('Save as…') : t('Save view…'), onSelect: () => setOpenDialog('new') },
    ...(opened && isModified
      ? [{ label: t('Discard changes'), onSelect: () => open(searchOfView(url, opened)) }]
      : []),
    ...(views.length > 0 ? [{ label: t('Manage views…'), onSelect: () => setOpenDialog('manage') }] : []),
  ];
  const isUnsaved = opened ? isModified : state.query !== '';
  const close = () => setOpenDialog(null);

  const nav = useRef<HTMLElement>(null);
  const openedId = opened?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `views` changes when the opened one moves
  useEffect(() => showCurrent(nav.current), [openedId, views.length]);
  const wasUnsaved = useRef(isUnsaved);
  useEffect(() => {
    const isLost = wasUnsaved.current && !isUnsaved && document.activeElement === document.body;
    if (isLost) currentIn(nav.current)?.focus({ preventScroll: true });
    wasUnsaved.current = isUnsaved;
  }, [isUnsaved]);
  if (url.list === null || !isOwnServer()) return null;
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-2 touch:min-h-11">
      <nav
        ref={nav}
        aria-label={t('Views')}
        hidden={views.length === 0}
        className="-m-1 min-w-0 flex-1 scroll-sign p-1 [&[hidden]]:hidden"
      >
        <ul className="flex w-max gap-1">
          <ViewLink
            name={t('All')}
            search={searches[0]}
            isOpened={opened === null}
            isCounted={isCounted}
            count={counts?.[0]}
          />
          {views.map((view, index) => (
            <ViewLink
              key={view.id}
              name={view.name}
              isShared={view.isShared}
              search={searches[index + 1]}
              isOpened={view === opened}
              isModified={view === opened && isModified}
              isCounted={isCounted}
              count={counts?.[index + 1]}
            />
          ))}
        </ul>
      </nav>
      {isUnsaved && (mayChange || !opened) && (
        <Button pending={saving.isPending} onClick={() => (opened ? saving.mutate(opened) : setOpenDialog('new'))}>
          {opened ? t('Save') : t('Save view')}
        </Button>
      )}
      {isUnsaved && opened && !mayChange && <Button onClick={() => setOpenDialog('new')}>{t('Save as…')}</Button>}
      <MenuButton label={t('View options')} icon={<Bookmark className="size-4" />} entries={entries} />
      {openDialog === 'new' && (
        <ViewForm
          list={url.list}
          view={null}
          state={state}
          onSaved={(saved: SavedView) => {
            close();
            open(searchOfView(url, saved));
          }}
          onClose={close}
        />
      )}
      {openDialog === 'manage' && <ManageViews list={url.list} state={state} onClose={close} />}
    </div>
  );
}

const currentIn = (nav: HTMLElement | null) => nav?.querySelector<HTMLElement>('[aria-current]') ?? null;

function showCurrent(nav: HTMLElement | null): void {
  const current = currentIn(nav)?.getBoundingClientRect();
  if (!nav || !current) return;
  const box = nav.getBoundingClientRect();
  if (current.left < box.left) nav.scrollLeft -= box.left - current.left;
  else if (current.right > box.right)
    nav.scrollLeft += Math.min(current.right - box.right, current.left - box.left);
}

interface ViewLinkProps {
  name: string;
  search: ListSearch | undefined;
  isOpened: boolean;
  isModified?: boolean;
  isShared?: boolean;
  isCounted: boolean;
  count: number | null | undefined;
}

function ViewLink({ name, search = {}, isOpened, isModified, isShared, isCounted, count }: ViewLinkProps) {
  return (
    <li>
      <Link
        to="."
        search={search}
        resetScroll={false}
        activeOptions={{ exact: true }}
        {...(isOpened ? { 'aria-current': 'page' as const } : {})}
        className={cn(
          'flex h-8 items-center gap-1.5 rounded-md px-2.5 whitespace-nowrap transition-colors touch:h-11',
          isOpened ? 'bg-accent-soft font-medium text-accent-text' : 'text-ink-soft hover:bg-hover hover:text-ink',
        )}
      >
        {isShared && <Users aria-hidden="true" className="size-3.5 shrink-0 opacity-70" />}
        <span translate="no" className="max-w-48 truncate">
          {name}
        </span>
        {isShared && <span className="sr-only">{t('shared with everyone')}</span>}
        {isModified && <span className="text-sm font-normal italic">{t('modified')}</span>}
        {isCounted && (
          <span translate="no" className="numeric min-w-7 text-xs">
            {countText(count)}
          </span>
        )}
      </Link>
    </li>
  );
}

function countText(count: number | null | undefined): string {
  if (count === null || count === undefined) return '';
  return count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count);
}

/** Returns the row counts, in the order of the views. */
function useCounts<F extends string>(
  url: Pick<ListUrl<F>, 'filters'>,
  views: readonly ListView<F>[],
  counted: ((views: readonly ListView<F>[]) => CountsQuery) | undefined,
  isWanted: boolean,
): readonly (number | null)[] | undefined {
  const isIdle = useIdle(isWanted);
  // Excludes views that the server would reject, because one rejected view fails the whole request.
  const asked = views.filter((view) => isCountable(url, view));
  const query: CountsQuery = counted?.(asked) ?? { queryKey: ['no-counts'], queryFn: skipToken };
  const { data } = useQuery({ ...query, enabled: isIdle });
  return data && views.map((view) => data[asked.indexOf(view)] ?? null);
}
