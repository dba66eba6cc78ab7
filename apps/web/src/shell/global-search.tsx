import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listBookings } from '@wayside/contract/bookings';
import { BOOKING_LIST } from '@wayside/contract/lists';
import { getMechanic } from '@wayside/contract/mechanics';
import { getPayment } from '@wayside/contract/payments';
import type { Recent } from '@wayside/contract/preferences';
import { getUser } from '@wayside/contract/users';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { msg, plural, t } from '../languages/text.ts';
import { call } from '../lib/api.ts';
import { isOwnServer } from '../lib/config.ts';
import { usePreferences } from '../lib/preferences.ts';
import { may } from '../lib/session.ts';
import { cn } from '../ui/cn.ts';
import { ComboboxList, useCombobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CONTROL_CLASS_NAME } from '../ui/field.tsx';
import { ProgressLine } from '../ui/loading.tsx';
import { bookingResult, paymentResult, personResult, type SearchResult } from './record-results.ts';
import { MIN_SEARCH_LENGTH, useSearchResults } from './search-results.ts';
import type { TypedAhead } from './shell-store.ts';

const FRESH_MS = 60_000;

/** Returns null if the record was deleted. */
async function resultOf({ kind, id }: Recent, signal: AbortSignal): Promise<SearchResult | null> {
  const one = { params: { id }, signal };
  switch (kind) {
    case 'user':
      return personResult((await call(getUser, one)).record, 'user', '');
    case 'mechanic':
      return personResult((await call(getMechanic, one)).record, 'mechanic', '');
    case 'payment':
      return paymentResult((await call(getPayment, one)).record);
    case 'booking': {
      const query = { ...BOOKING_LIST.none, page: 1, limit: 1, search: id };
      const { rows } = await call(listBookings, { query, signal });
      return rows[0] ? bookingResult(rows[0]) : null;
    }
  }
}

/** Returns the most recently opened records, without deleted ones (WORK-03). */
function useRecentResults(isShown: boolean): readonly SearchResult[] {
  const recents = (usePreferences().recents ?? []).filter(({ kind }) => kind !== 'payment' || may('payments:read'));
  const results = useQueries({
    queries: recents.map((recent) => ({
      queryKey: ['recent', recent.kind, recent.id],
      queryFn: ({ signal }: { signal: AbortSignal }) => resultOf(recent, signal),
      enabled: isShown,
      staleTime: FRESH_MS,
      refetchOnMount: true,
      retry: false,
    })),
  });
  return isShown ? results.flatMap(({ data }) => data ?? []) : [];
}

const DEBOUNCE_MS = 300;
const LABEL = msg('Phone, name, email, booking id or screen');
/** Label of the search when our own server is used (BOOK-15). */
const OUR_LABEL = msg('Phone, name, ID, amount, transaction ID or screen');

export interface GlobalSearchProps {
  typedAhead: TypedAhead;
  onClose: () => void;
}

/**
 * Finds a record or a screen (WORK-03). If the user presses Enter before the response arrives, the first result opens
 * when it does.
 */
export function GlobalSearch({ typedAhead, onClose }: GlobalSearchProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(typedAhead.text);
  const [text, setText] = useState(typedAhead.text.trim());
  const [isEnterPending, setEnterPending] = useState(typedAhead.isEntered);
  useEffect(() => typedAhead.stop(), [typedAhead]);
  const recents = useRecentResults(text === '');
  const found = useSearchResults(text);
  const { isSearching } = found;
  const isTooShort = text !== '' && text.length < MIN_SEARCH_LENGTH;
  const groups = [{ name: t('Recently opened'), results: recents, failure: null }, ...found.groups];
  const label = t(isOwnServer() ? OUR_LABEL : LABEL);
  const isBehind = typed.trim() !== text;
  const results = groups.flatMap((group) => group.results);

  const go = (result: SearchResult | undefined) => {
    if (!result || isBehind) return;
    onClose();
    if (result.link) void navigate(result.link);
    result.run?.();
  };
  const combobox = useCombobox(results, go);
  const search = useEffectEvent(() => {
    setText(typed.trim());
    combobox.activateFirst();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the wait anew
  useEffect(() => {
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const isAnswered = !isBehind && !isSearching;
  const followEnter = useEffectEvent(() => {
    setEnterPending(false);
    go(results[0]);
  });
  useEffect(() => {
    if (isEnterPending && isAnswered) followEnter();
  }, [isEnterPending, isAnswered]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (combobox.moveByKey(event)) setEnterPending(false);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isAnswered || (!isBehind && combobox.activeOption)) return go(combobox.activeOption);
    setText(typed.trim());
    combobox.activateFirst();
    setEnterPending(true);
  };

  return (
    <Dialog title={t('Find anything')} onClose={onClose}>
      <div className="grid grid-cols-1 gap-3">
        <input
          {...combobox.input}
          aria-label={label}
          placeholder={label}
          value={typed}
          maxLength={200}
          className={CONTROL_CLASS_NAME}
          onChange={(event) => {
            setTyped(event.target.value);
            setEnterPending(false);
          }}
          onKeyDown={onKeyDown}
        />
        <div className={cn('relative flex h-88 flex-col', isBehind && 'opacity-60')}>
          <ProgressLine active={isSearching} />
          <ComboboxList
            list={combobox.list}
            label={t('Results')}
            groups={groups
              .filter((group) => group.results.length > 0)
              .map((group) => ({ name: group.name, options: group.results }))}
            className="min-h-0"
          />
          {groups.map(
            ({ name, failure }) =>
              failure && (
                <p key={name} className="px-2.5 py-2 text-danger-text">
                  {name}: {failure}
                </p>
              ),
          )}
          <p
            role="status"
            className={cn('px-2.5 py-2 text-ink-soft', results.length > 0 && !isTooShort && 'sr-only')}
          >
            {isTooShort && !isBehind
              ? t('Type at least {count} characters to search people and records', { count: MIN_SEARCH_LENGTH })
              : resultText(results.filter(({ isMore }) => !isMore).length, isSearching || isBehind)}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function resultText(count: number, isSearching: boolean): string {
  if (isSearching) return t('Searching…');
  if (count === 0 && isOwnServer())
    return t(
      'Nothing found in screens, names, phone numbers, emails, ids, amounts, transaction IDs and notes. Vehicles are not searched.',
    );
  if (count === 0)
    return t('Nothing found. Try part of a name, a phone number, or the last six characters of an id.');
  return plural(count, '{count} result', '{count} results');
}
