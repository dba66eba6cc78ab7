import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { claimEmergency, updateRoadsideTargets } from '@wayside/contract/roadside';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { loadWhenIdle } from '../../lib/idle.ts';
import { signedInIdentity, useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { DeskHint } from './desk-hint.tsx';
import { DeskPage } from './desk-page.tsx';
import { EmergencyQueue, QueueSkeleton } from './emergency-queue.tsx';
import { MuteButton, OpenDesks } from './open-desks.tsx';
import { queueQuery } from './roadside-queries.ts';
import { type RoadsideSearch, readRoadsideSearch } from './roadside-url.ts';
import { StateChips } from './state-chips.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

// With the sheet of a phone, notes and plan: most of the desk's code, and none of it is needed for the queue.
const loadSelected = () => import('./selected-emergency.tsx');
const SelectedEmergency = lazyPart(loadSelected, 'SelectedEmergency');
const TargetsForm = lazyPart(() => import('./targets-form.tsx'), 'TargetsForm');
/** What is needed for a call that comes while the network is away. */
const NEXT_PARTS = [loadSelected, () => import('./hand-over-dialog.tsx'), () => import('./cancel-form.tsx')];

const route = getRouteApi('/signed-in/roadside');

/** The desk from the call to the mechanic at the car (ROAD-01 to ROAD-06). */
export function RoadsideScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(queueQuery);
  const failure = useFailedLoad(query, 'Failed to load the emergencies');
  const queue = query.data;
  const me = signedInIdentity()?.id ?? null;
  const isAtWork = useMay()(claimEmergency);
  const person = useMemo(() => ({ id: me, isAtWork }), [me, isAtWork]);
  const own = queue?.desks.find(({ id }) => id === me);
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
  useDeskKeys({ desk, selectedId, onSelect: select });
  const [isSettingTargets, setTargets] = useState(false);
  return (
    <DeskPage
      title="Roadside"
      actions={
        queue && (
          <span data-unprinted="" className="flex flex-wrap gap-2">
            <MuteButton own={own} />
            <Allowed to={updateRoadsideTargets}>
              <Button onClick={() => setTargets(true)}>Targets</Button>
            </Allowed>
          </span>
        )
      }
    >
      <div ref={desk} className="flex flex-col gap-4">
        {failure && <ErrorCard title="Error Loading Emergencies" {...failure} />}
        {failure === null && !queue && <QueueSkeleton />}
        {queue && (
          <>
            <OpenDesks desks={queue.desks} me={me} />
            <StateChips
              counts={queue.counts}
              shown={search.state ?? null}
              onShow={(state) => go({ state: state })}
            />
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem] 2xl:grid-cols-[minmax(0,1fr)_32rem] print:block">
              <EmergencyQueue
                queue={queue}
                shown={search.state ?? null}
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
        {isSettingTargets && queue && <TargetsForm targets={queue.targets} onClose={() => setTargets(false)} />}
      </div>
    </DeskPage>
  );
}
