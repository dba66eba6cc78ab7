import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { claimEmergency, type RoadsideTargets, updateRoadsideTargets } from '@wayside/contract/roadside';
import { EMERGENCY_STATES, type EmergencyState } from '@wayside/contract/roadside-states';
import { Fragment, type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { richText } from '../../languages/rich-text.ts';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { loadWhenIdle } from '../../lib/fetch-screen.ts';
import { formatCount } from '../../lib/format.ts';
import { signedInIdentity, useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button, Kbd } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { ErrorCard } from '../../ui/error-card.tsx';
import { isShortcut, MENU } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NARROW, useMediaQuery } from '../../ui/use-media-query.ts';
import { DeskPage } from './desk-page.tsx';
import { clockText, OVERDUE_FROM_SECONDS, STATE_LABELS } from './emergency-labels.ts';
import { EmergencyQueue, QueueSkeleton } from './emergency-queue.tsx';
import { OVERDUE_TILES } from './emergency-state.tsx';
import { type DeskQueue, queueQuery } from './roadside-queries.ts';
import { type RoadsideSearch, readRoadsideSearch } from './roadside-urls.ts';
import { OnShift, ShiftButtons, StartShift } from './shift-controls.tsx';

interface DeskKeys {
  /** The part of the page with the rows and the selected emergency. */
  readonly desk: RefObject<HTMLElement | null>;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
}

/**
 * Handles the keys of the desk. j and k select the next and the previous emergency, n focuses the note field, and c,
 * p, a, h and x press the button with that key (`data-desk-key`). Escape leaves the note field.
 */
function useDeskKeys({ desk, selectedId, onSelect }: DeskKeys): void {
  const press = useEffectEvent((key: string): boolean => {
    const root = desk.current;
    if (root === null) return false;
    if (key === 'j' || key === 'k') return move(root, key === 'j' ? 1 : -1);
    if (key === 'n') {
      const note = (openSheet() ?? root).querySelector<HTMLTextAreaElement>('textarea[data-later-focus]');
      note?.focus();
      return note !== null;
    }
    const control = (openSheet() ?? root).querySelector<HTMLElement>(
      `[data-desk-key="${CSS.escape(key)}"]:not(:disabled)`,
    );
    control?.focus();
    control?.click();
    return control !== null;
  });
  const move = (root: HTMLElement, step: 1 | -1): boolean => {
    const rows = [...root.querySelectorAll<HTMLElement>('[data-record]')];
    const place = rows.findIndex(({ dataset }) => dataset['record'] === selectedId);
    const next = rows[place < 0 ? 0 : Math.max(0, place + step)];
    const id = next?.dataset['record'];
    if (next === undefined || id === undefined) return false;
    next.querySelector<HTMLElement>('button[aria-label]')?.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
    onSelect(id);
    return true;
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leaveNote(desk.current, event.target);
      if (isDeskKey(event) && press(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [desk]);
}

/** Returns the selected emergency if it is shown as a sheet on a narrow screen. */
const openSheet = () => document.querySelector<HTMLElement>('[data-desk-sheet]');

function leaveNote(root: HTMLElement | null, target: EventTarget | null): void {
  if (target instanceof HTMLTextAreaElement && root?.contains(target)) target.blur();
}

/** Menus and dialogs handle keys themselves, except the sheet of the desk. */
const COVERS = `${MENU},[role$="dialog"]:not(:has([data-desk-sheet]))`;

/** Checks whether the desk handles a key. A held key only moves the selection. */
const isDeskKey = (event: KeyboardEvent): boolean =>
  (event.repeat ? /^[jk]$/ : /^[cpahxnjk]$/).test(event.key) && isShortcut(event, COVERS);

interface StateChipsProps {
  counts: DeskQueue['counts'];
  shown: EmergencyState | null;
  onShow: (state: EmergencyState | null) => void;
}

/** Counts by state. A click shows only that state; a second click shows all (ROAD-01). */
function StateChips({ counts, shown, onShow }: StateChipsProps) {
  return (
    <fieldset aria-label={t('States')} className="flex flex-wrap gap-2">
      {EMERGENCY_STATES.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === shown}
          onClick={() => onShow(state === shown ? null : state)}
          className={cn(
            'inline-flex h-9 items-center gap-2 rounded-full border px-3 font-medium touch:h-11',
            state === shown
              ? 'border-accent bg-accent-soft text-accent-text'
              : 'border-line bg-surface text-ink-soft hover:bg-hover hover:text-ink',
          )}
        >
          {t(STATE_LABELS[state])}
          <span
            translate="no"
            className={cn(
              'numeric text-lg font-semibold',
              state === 'new' && counts[state] > 0 ? 'text-danger-text' : 'text-ink',
            )}
          >
            {formatCount(counts[state])}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

const TARGETS = [
  [msg('Claim within'), 'claimSeconds'],
  [msg('Assign within'), 'assignSeconds'],
  [msg('Arrive within'), 'arriveSeconds'],
] as const;
const COLOURS = [
  [1, msg('Over the target')],
  [2, msg('Over by {time}')],
  [3, msg('Over by {time}')],
] as const;

/** Help with keys, colours and targets, shown while no emergency is selected and hidden on a phone. */
function DeskHint({ targets }: { targets: RoadsideTargets }) {
  return (
    <Card
      data-unprinted=""
      className="sticky top-[calc(var(--header-height)+1rem)] grid gap-4 px-5 py-4 text-ink-soft max-lg:hidden"
    >
      <p>
        {richText('Select an emergency, or press {key}, to see the nearest mechanics.', { key: <Kbd>J</Kbd> })}{' '}
        {richText('{key} lists all keys.', { key: <Kbd>?</Kbd> })}
      </p>
      <ul aria-label={t('Colours')} className="grid gap-2">
        {COLOURS.map(([level, label]) => (
          <li key={level} className="flex items-center gap-3">
            <span aria-hidden="true" className={cn('size-5 rounded-sm', OVERDUE_TILES[level])} />
            <span translate="no" className="numeric">
              {t(label, { time: clockText(OVERDUE_FROM_SECONDS[level]) })}
            </span>
          </li>
        ))}
      </ul>
      <dl aria-label={t('Targets')} className="grid max-w-48 grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {TARGETS.map(([label, target]) => (
          <Fragment key={target}>
            <dt>{t(label)}</dt>
            <dd translate="no" className="numeric text-right font-medium text-ink">
              {clockText(targets[target])}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  );
}

// Loaded separately, because it is the largest part of the code and the queue does not need it.
const loadSelected = () => import('./selected-emergency.tsx');
const SelectedEmergency = lazyPart(loadSelected, 'SelectedEmergency');
const AboutDialog = lazyPart(() => import('./desk-dialogs.tsx'), 'AboutDialog');
const TargetsForm = lazyPart(() => import('./desk-dialogs.tsx'), 'TargetsForm');
/** Parts loaded in advance, because a call may need them while the network is down. */
const NEXT_PARTS = [loadSelected, () => import('./desk-dialogs.tsx'), () => import('./desk-dialogs.tsx')];

const countClaims = ({ emergencies }: DeskQueue, me: string | null): number =>
  emergencies.filter(({ claim }) => claim !== null && claim.ownerId === me).length;

const route = getRouteApi('/signed-in/roadside');

/** Returns the id of the first emergency in the given state, or of all emergencies if null. */
const firstEmergencyId = ({ emergencies }: DeskQueue, shown: EmergencyState | null): string | null =>
  emergencies.find(({ state }) => shown === null || state === shown)?.id ?? null;

/** The roadside desk (ROAD-01 to ROAD-06). */
export function RoadsideScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(queueQuery);
  const failure = useFailedLoad(query, t('Failed to load the emergencies'));
  const queue = query.data;
  const me = signedInIdentity()?.id ?? null;
  const own = queue?.desks.find(({ id }) => id === me);
  const canWork = useMay()(claimEmergency);
  const isAtWork = canWork && own !== undefined;
  const person = useMemo(() => ({ id: me, isAtWork }), [me, isAtWork]);
  const desk = useRef<HTMLDivElement>(null);
  useEffect(() => void loadWhenIdle(NEXT_PARTS), []);
  const go = useCallback(
    (change: { readonly [K in keyof RoadsideSearch]: RoadsideSearch[K] | null }) =>
      void navigate({
        search: (now) => readRoadsideSearch({ ...now, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const select = useCallback((emergency: string) => go({ emergency }), [go]);
  const selectedId = search.emergency ?? null;
  const shown = search.state ?? null;
  const isNarrow = useMediaQuery(NARROW);
  // On shift, the first emergency in the queue is shown until the user selects another one.
  const firstId = queue && own && !isNarrow && selectedId === null ? firstEmergencyId(queue, shown) : null;
  useEffect(() => {
    if (firstId !== null) select(firstId);
  }, [firstId, select]);
  const show = (state: EmergencyState | null) => {
    const selected = queue?.emergencies.find(({ id }) => id === selectedId);
    go(state === null || selected?.state === state ? { state } : { state, emergency: null });
  };
  useDeskKeys({ desk, selectedId, onSelect: select });
  const [openDialog, setOpenDialog] = useState<'about' | 'targets' | null>(null);
  return (
    <DeskPage
      title={t('Roadside')}
      actions={
        queue && (
          <span data-unprinted="" className="flex flex-wrap gap-2">
            {own && <ShiftButtons own={own} claimCount={countClaims(queue, me)} />}
            <Allowed to={updateRoadsideTargets}>
              <Button onClick={() => setOpenDialog('targets')}>{t('Targets')}</Button>
            </Allowed>
          </span>
        )
      }
    >
      <div ref={desk} className="flex flex-col gap-4">
        {failure && <ErrorCard title={t('Error Loading Emergencies')} {...failure} />}
        {failure === null && !queue && <QueueSkeleton />}
        {queue && (
          <>
            {canWork && !own && <StartShift />}
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <StateChips counts={queue.counts} shown={shown} onShow={show} />
              <OnShift desks={queue.desks} me={me} />
            </div>
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_32rem] print:block">
              <EmergencyQueue
                queue={queue}
                shown={shown}
                selectedId={selectedId}
                person={person}
                onSelect={select}
                onShowAll={() => go({ state: null })}
              />
              {selectedId === null ? (
                <DeskHint targets={queue.targets} />
              ) : (
                <SelectedEmergency
                  id={selectedId}
                  queue={queue}
                  person={person}
                  onClose={() => go({ emergency: null })}
                />
              )}
            </div>
          </>
        )}
        <p data-unprinted="" className="text-sm text-ink-soft">
          {t('Place names: GeoNames, CC BY 4.0.')}{' '}
          <button type="button" className="link touch:min-h-11" onClick={() => setOpenDialog('about')}>
            {t('About')}
          </button>
        </p>
        {openDialog === 'about' && <AboutDialog onClose={() => setOpenDialog(null)} />}
        {openDialog === 'targets' && queue && (
          <TargetsForm targets={queue.targets} onClose={() => setOpenDialog(null)} />
        )}
      </div>
    </DeskPage>
  );
}
