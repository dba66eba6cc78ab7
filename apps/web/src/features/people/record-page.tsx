import { useQuery } from '@tanstack/react-query';
import type { RecordCounts } from '@wayside/contract/timeline';
import { MOST_COUNTED } from '@wayside/contract/timeline';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { Retriable } from '../../lib/use-retry.ts';
import type { DialogProps } from '../../ui/dialog.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { PinnedNote } from '../notes/pinned-note.tsx';
import { recordCountsQuery } from '../timeline/timeline-queries.ts';
import { PersonDialog } from './person-dialog.tsx';

/** Which tab of a person's page is open, and the way to another (PEOP-01). */
export interface OpenTab {
  readonly tab: string;
  readonly openTab: (tab: string) => void;
}

/** A tab of a person's page; its content is made, and loads, when it is opened. */
export interface RecordTab {
  readonly name: string;
  readonly label: string;
  /** Its count among those of the person. */
  readonly count?: keyof RecordCounts;
  readonly content: () => ReactNode;
}

export interface RecordPageProps extends Pick<DialogProps, 'title' | 'onClose'>, OpenTab {
  id: string;
  noun: 'user' | 'mechanic';
  /** Undefined while they load; null where no person has this id. */
  person: { readonly phone: string | null; readonly noteCount: number | null } | null | undefined;
  query: Retriable;
  badges: ReactNode;
  /** "Wallet ₹450" */
  money: ReactNode;
  actions: ReactNode;
  /** The first one is opened without a tab in the address, and where the address names none of these. */
  tabs: readonly RecordTab[];
}

/** The page of one customer or mechanic: a panel over their list, the whole screen on a phone (PEOP-01). */
export function RecordPage({ id, noun, person, money, actions, badges, tabs, ...page }: RecordPageProps) {
  const counts = useQuery({ ...recordCountsQuery(noun, id), enabled: person != null });
  const isPhone = useMediaQuery(PHONE);
  const open = tabs.find(({ name }) => name === page.tab) ?? tabs[0];
  return (
    <Tabs.Root value={open?.name ?? ''} onValueChange={page.openTab} className="contents">
      <PersonDialog
        title={page.title}
        titleExtra={badges}
        id={id}
        noun={noun}
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
              <PinnedNote entity={noun} id={id} expected={person.noteCount} onOpen={() => page.openTab('notes')} />
              <Tabs.List
                aria-label={noun === 'user' ? 'About the customer' : 'About the mechanic'}
                data-unprinted=""
                className="-mx-5 -mb-px flex gap-x-5 overflow-x-auto px-5"
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
        {person && open && (
          <Tabs.Content key={open.name} value={open.name} tabIndex={-1} className="outline-none">
            {open.content()}
          </Tabs.Content>
        )}
      </PersonDialog>
    </Tabs.Root>
  );
}

/** "(12)", "(999+)"; keeps its room while it loads. */
function Count({ count }: { count: number | null | undefined }) {
  if (count == null) return <span className="inline-block w-7" />;
  const text = count >= MOST_COUNTED ? `${formatCount(MOST_COUNTED - 1)}+` : formatCount(count);
  return (
    <span translate="no" className="numeric inline-block min-w-7 text-left text-ink-faint">
      &nbsp;({text})
    </span>
  );
}

/** The amount in the header of a person's page. */
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

export interface RecordOverviewProps {
  timeline: ReactNode;
  facts: ReactNode;
  /** Across both: documents. */
  below?: ReactNode;
}

/** The first tab of a person's page: the timeline beside every fact, above them on a phone (PEOP-02). */
export function RecordOverview({ timeline, facts, below }: RecordOverviewProps) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {timeline}
      <div className="grid grid-cols-1 content-start gap-6">{facts}</div>
      {below && <div className="lg:col-span-2">{below}</div>}
    </div>
  );
}
