import type { RoadsideTargets } from '@wayside/contract/roadside';
import { Card } from '../../ui/card.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { clockText } from './emergency-labels.ts';

const COLOURS = [
  ['bg-breach-claim', 'New for longer than', 'claimSeconds'],
  ['bg-breach-assign', 'Claimed for longer than', 'assignSeconds'],
  ['bg-breach-arrive', 'Assigned for longer than', 'arriveSeconds'],
] as const;

/** In place of the selected emergency: what the colours mean, and how to begin. Nothing on a phone, where the details are a sheet. */
export function DeskHint({ targets }: { targets: RoadsideTargets }) {
  return (
    <Card
      data-unprinted=""
      className="sticky top-[calc(var(--header-height)+1rem)] grid gap-4 px-5 py-4 text-ink-soft max-lg:hidden"
    >
      <p>
        Select an emergency, or press <Kbd>J</Kbd>, to see who can go. <Kbd>?</Kbd> lists all keys.
      </p>
      <ul aria-label="Colours" className="grid gap-2">
        {COLOURS.map(([colour, label, target]) => (
          <li key={target} className="flex items-center gap-3">
            <span aria-hidden="true" className={`size-5 rounded-sm ${colour}`} />
            <span>
              {label} <span className="numeric font-medium text-ink">{clockText(targets[target])}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
