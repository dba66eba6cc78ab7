import type { LeftOutMechanic } from '@wayside/contract/roadside-requests';
import { lookUp } from '../../lib/look-up.ts';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { distanceText, EXCLUSION_LABELS, mechanicName } from './emergency-labels.ts';

/** Mechanics who are near and cannot go, each with the reason, collapsed (ROAD-04). */
export function ExcludedMechanics({ mechanics }: { mechanics: readonly LeftOutMechanic[] }) {
  if (mechanics.length === 0) return null;
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-9 cursor-pointer items-center font-medium text-ink-soft hover:text-ink touch:min-h-11">
        <span className="mr-1.5 inline-block">{mechanics.length} excluded, with the reason</span>
      </summary>
      <ul aria-label="Excluded" className="grid grid-cols-1 pb-2 text-sm">
        {mechanics.map((mechanic) => (
          <li
            key={mechanic.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5 first:border-t-0"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{mechanicName(mechanic)}</span>
            <span className="numeric text-right">{distanceText(mechanic.metres)}</span>
            <span className="text-ink-soft">{lookUp(EXCLUSION_LABELS, mechanic.reason) ?? mechanic.reason}</span>
            {mechanic.phone && (
              <span className="text-right">
                <PhoneLink phone={mechanic.phone} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
