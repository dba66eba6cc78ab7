import { EMERGENCY_STATES, type EmergencyState } from '@wayside/contract/roadside-states';
import { formatCount } from '../../lib/format.ts';
import { cn } from '../../ui/cn.ts';
import { STATE_LABELS } from './emergency-labels.ts';
import type { DeskQueue } from './roadside-queries.ts';

interface StateChipsProps {
  counts: DeskQueue['counts'];
  /** The state that is shown alone. */
  shown: EmergencyState | null;
  onShow: (state: EmergencyState | null) => void;
}

/** How many emergencies are in each state; one shows them alone, again shows all (ROAD-01). */
export function StateChips({ counts, shown, onShow }: StateChipsProps) {
  return (
    <fieldset aria-label="States" className="flex flex-wrap gap-2">
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
          {STATE_LABELS[state]}
          <span
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
