import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { cn } from '../ui/cn.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CONTROL_LOOK } from '../ui/field.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { SearchResultOption } from './search-result-option.tsx';
import { type SearchResult, useFound } from './search-results.ts';

/** From the last key to the calls. */
const DEBOUNCE_MS = 300;
const LABEL = 'Phone, name, email, booking id or screen';

/**
 * Finds a person, a booking or a screen by a few characters; arrow keys move, Enter goes there. Enter before the answer
 * waits for it and goes to the first result, unless another key comes before (WORK-03).
 */
export function FindAnything({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  const [isEnterPending, setEnterPending] = useState(false);
  const listId = useId();
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim());
      setActive(0);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const { groups, isSearching } = useFound(asked);
  const isBehind = typed.trim() !== asked;
  const shown = groups.filter((group) => group.results.length > 0);
  const results = shown.flatMap((group) => group.results);
  const at = Math.min(active, results.length - 1);
  const optionId = (result: SearchResult) => `${listId}-${results.indexOf(result)}`;

  const go = (result: SearchResult | undefined) => {
    // What is shown belongs to what was typed before.
    if (!result || isBehind) return;
    onClose();
    void navigate(result.link);
  };
  const isAnswered = !isBehind && !isSearching;
  const followEnter = useEffectEvent(() => {
    setEnterPending(false);
    go(results[0]);
  });
  useEffect(() => {
    if (isEnterPending && isAnswered) followEnter();
  }, [isEnterPending, isAnswered]);
  const enter = () => {
    if (isAnswered || (!isBehind && results[at])) return go(results[at]);
    setAsked(typed.trim());
    setActive(0);
    setEnterPending(true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setEnterPending(false);
      const next = (at + step + results.length) % Math.max(1, results.length);
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    // Not the Enter by which an input method ends a word.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      enter();
    }
  };

  return (
    <Dialog title="Find anything" onClose={onClose}>
      <div className="grid grid-cols-1 gap-3">
        <input
          role="combobox"
          aria-label={LABEL}
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={results[at] && optionId(results[at])}
          autoComplete="off"
          spellCheck={false}
          placeholder={LABEL}
          value={typed}
          maxLength={200}
          className={CONTROL_LOOK}
          onChange={(event) => {
            setTyped(event.target.value);
            setEnterPending(false);
          }}
          onKeyDown={onKeyDown}
        />
        <div className={cn('relative flex h-88 flex-col', isBehind && 'opacity-60')}>
          <ProgressLine active={isSearching} />
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            hidden={results.length === 0}
            className="min-h-0 overflow-y-auto"
          >
            {shown.map(({ name, results: found }) => (
              <div key={name} role="group" aria-label={name}>
                <div aria-hidden="true" className="px-2.5 pt-3 pb-1 text-xs font-medium text-ink-faint">
                  {name}
                </div>
                {found.map((result) => (
                  <SearchResultOption
                    key={result.key}
                    id={optionId(result)}
                    result={result}
                    isActive={result === results[at]}
                    onPoint={() => setActive(results.indexOf(result))}
                    onChoose={() => go(result)}
                  />
                ))}
              </div>
            ))}
          </div>
          {groups.map(
            ({ name, failure }) =>
              failure && (
                <p key={name} className="px-2.5 py-2 text-danger-text">
                  {name}: {failure}
                </p>
              ),
          )}
          <p role="status" className={cn('px-2.5 py-2 text-ink-soft', results.length > 0 && 'sr-only')}>
            {resultText(results.length, isSearching || isBehind)}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function resultText(count: number, isSearching: boolean): string {
  if (isSearching) return 'Searching…';
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}
