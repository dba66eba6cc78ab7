import type { Mechanic } from '@wayside/contract/mechanics';
import { personName } from '../../people/person-name.ts';
import type { Toggler } from '../../people/use-toggle.ts';
import { cn } from '../../ui/cn.ts';
import { pressOnce } from '../../ui/press-once.ts';

export interface ExpertSwitchProps {
  mechanic: Mechanic;
  /** What the button does. */
  button: ReturnType<Toggler<Mechanic>['button']>;
}

/** "Expert" or "Regular", and the way to the other (MECH-10). Its name says what a press does, as "on" would not. */
export function ExpertSwitch({ mechanic, button }: ExpertSwitchProps) {
  const { isExpert } = mechanic;
  const word = isExpert ? 'Expert' : 'Regular';
  const other = isExpert ? 'regular' : 'expert';
  return (
    <button
      type="button"
      aria-label={`${word}, mark ${personName(mechanic, 'mechanic')} as ${other}`}
      data-tip={`Mark as ${other}`}
      onKeyDown={pressOnce}
      {...button}
      className="group/expert -mx-1.5 inline-flex h-8 items-center gap-2 rounded-md px-1.5 text-sm font-medium touch:h-11"
    >
      <span
        aria-hidden="true"
        className={cn(
          'flex h-4.5 w-8 shrink-0 items-center rounded-full p-0.5 transition-colors before:size-3.5 before:rounded-full before:bg-accent-ink',
          isExpert
            ? 'justify-end bg-accent group-hover/expert:bg-accent-hover'
            : 'bg-line-strong group-hover/expert:bg-ink-faint',
        )}
      />
      <span className={cn('wrap-normal', isExpert ? 'text-ink' : 'text-ink-soft')}>{word}</span>
    </button>
  );
}
