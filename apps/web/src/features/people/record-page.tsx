import { useIsFetching, useQuery } from '@tanstack/react-query';
import { MAX_RECORD_COUNT, type RecordCounts } from '@wayside/contract/timeline';
import { Tabs } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { msg, t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount } from '../../lib/format.ts';
import type { Retriable } from '../../lib/use-retry.ts';
import { RecordDialog } from '../../list/record-dialog.tsx';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import type { DialogProps } from '../../ui/dialog.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { useActiveInView } from '../../ui/use-active-in-view.ts';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { NoteGuard, PinnedNote } from '../notes/record-notes.tsx';
import { recordCountsQuery } from '../timeline/timeline.tsx';

/** The open tab of a person's page (PEOP-01). */
export interface OpenTab {
  readonly tab: string;
  readonly openTab: (tab: string) => void;
}

/** A tab of a person's page. Its content loads when the tab is opened. */
export interface RecordTab {
  readonly name: string;
  readonly label: string;
  readonly count?: keyof RecordCounts;
  readonly content: () => ReactNode;
}

interface RecordPageProps extends Pick<DialogProps, 'title' | 'onClose'>, OpenTab {
  id: string;
  kind: 'user' | 'mechanic';
  /** Undefined while loading; null if no person has this id. */
  person: { readonly phone: string | null; readonly noteCount: number | null } | null | undefined;
  query: Retriable;
  badges: ReactNode;
  /** For example "Wallet ₹450". */
  money: ReactNode;
  actions: ReactNode;
  /** The first one is the default. */
  tabs: readonly RecordTab[];
}

/** The page of a customer or mechanic: a panel over the list, the complete screen on a phone (PEOP-01). */
export function RecordPage({ id, kind, person, money, actions, badges, tabs, ...page }: RecordPageProps) {
  const counts = useQuery({ ...recordCountsQuery(kind, id), enabled: person != null });
  const isPhone = useMediaQuery(PHONE);
  const open = tabs.find(({ name }) => name === page.tab) ?? tabs[0];
  const tabList = useRef<HTMLDivElement>(null);
  useActiveInView(tabList, person ? open?.name : undefined);
  return (
    <Tabs.Root value={open?.name ?? ''} onValueChange={page.openTab} className="contents">
      <PersonDialog
        title={page.title}
        titleExtra={badges}
        id={id}
        kind={kind}
        size="panel"
        query={page.query}
        person={person}
        onClose={page.onClose}
        footer={person && isPhone && actions}
        subheader={
          person && (
            <div className="border-b border-line px-5">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2">
                <div className="flex min-h-9 flex-wrap items-center gap-x-5 gap-y-1">
                  {person.phone && <PhoneLink phone={person.phone} />}
                  {money}
                </div>
                {!isPhone && (
                  <div data-unprinted="" className="flex flex-wrap gap-2">
                    {actions}
                  </div>
                )}
              </div>
              <PinnedNote entity={kind} id={id} expected={person.noteCount} onOpen={() => page.openTab('notes')} />
              <Tabs.List
                ref={tabList}
                aria-label={kind === 'user' ? t('About the customer') : t('About the mechanic')}
                data-unprinted=""
                className="-mx-5 -mb-px flex gap-x-5 scroll-sign px-5"
              >
                {tabs.map(({ name, label, count }) => (
                  <Tabs.Trigger
                    key={name}
                    value={name}
                    className="h-10 shrink-0 border-b-2 border-transparent font-medium whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink touch:h-11"
                  >
                    {label}
                    {count !== undefined && <Count count={counts.data?.[count]} />}
                  </Tabs.Trigger>
                ))}
              </Tabs.List>
            </div>
          )
        }
      >
        <NoteGuard entity={kind} id={id} />
        {person && open && (
          <Tabs.Content key={open.name} value={open.name} tabIndex={-1} className="outline-none">
            {open.content()}
          </Tabs.Content>
        )}
      </PersonDialog>
    </Tabs.Root>
  );
}

/** A count such as "(12)" or "(999+)". Its space is reserved while it loads. */
function Count({ count }: { count: number | null | undefined }) {
  if (count == null) return <span className="inline-block w-7" />;
  const text = count >= MAX_RECORD_COUNT ? `${formatCount(MAX_RECORD_COUNT - 1)}+` : formatCount(count);
  return (
    <span translate="no" className="numeric inline-block min-w-7 text-left text-ink-faint">
      ({text})
    </span>
  );
}

export function HeaderAmount({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="text-ink-soft">
      {label}{' '}
      <span translate="no" className="numeric font-semibold whitespace-nowrap text-ink">
        {children}
      </span>
    </span>
  );
}

interface RecordOverviewProps {
  timeline: ReactNode;
  description: ReactNode;
  below?: ReactNode;
}

/** The first tab of a page: the timeline beside the details, or above them on a phone (PEOP-02). */
export function RecordOverview({ timeline, description, below }: RecordOverviewProps) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {timeline}
      <div className="grid grid-cols-1 content-start gap-6">{description}</div>
      {below && <div className="lg:col-span-2">{below}</div>}
    </div>
  );
}

const USER_TEXTS = {
  failedTitle: msg('Error Loading User'),
  failed: msg('Failed to load users'),
  notOnPage: msg('This user is not on the current page of the list. Use the search.'),
  missing: msg('No user has this id. The user may have been deleted.'),
  loading: msg('Loading the user'),
};

const MECHANIC_TEXTS: typeof USER_TEXTS = {
  failedTitle: msg('Error Loading Mechanic'),
  failed: msg('Failed to load mechanics'),
  notOnPage: msg('This mechanic is not on the current page of the list. Use the search.'),
  missing: msg('No mechanic has this id. The mechanic may have been deleted.'),
  loading: msg('Loading the mechanic'),
};

interface PersonDialogProps extends Pick<DialogProps, 'title' | 'titleExtra' | 'subheader' | 'footer' | 'onClose'> {
  id: string;
  kind: 'user' | 'mechanic';
  /** Undefined while loading; null if no person has this id. */
  person: object | null | undefined;
  query: Retriable;
  /** `panel` for the page of a person (PEOP-01). */
  size?: 'steady' | 'panel';
  children: ReactNode;
}

export function PersonDialog({ id, kind, person, size = 'steady', ...dialog }: PersonDialogProps) {
  // External providers cannot return single records, so only people on the current page of the list are available.
  const texts = kind === 'user' ? USER_TEXTS : MECHANIC_TEXTS;
  const isInListOnly = !isOwnServer();
  const isListLoading = useIsFetching() > 0 && isInListOnly;
  return (
    <RecordDialog
      {...dialog}
      copiedId={id}
      size={size}
      record={person === null && isListLoading ? undefined : person}
      error={{ title: t(texts.failedTitle), message: t(texts.failed) }}
      missing={t(isInListOnly ? texts.notOnPage : texts.missing)}
      skeleton={<DescriptionListSkeleton label={t(texts.loading)} columns={[[6], [6]]} />}
    />
  );
}
