import type { ExcludedMechanic, NearMechanic } from '@wayside/contract/roadside-requests';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import { t } from '../../languages/text.ts';
import { cn } from '../../ui/cn.ts';
import { distanceText, mechanicName } from './emergency-labels.ts';
import { PLAN_RADIUS, placeLabels, planPoint, planRadius, RING_METRES, ringLabelPoint } from './site-geometry.ts';

interface SitePlanProps {
  car: GeoPoint;
  nearest: readonly NearMechanic[];
  excluded: readonly ExcludedMechanic[];
  /** The mechanic who was requested or dispatched. */
  chosenId: string | null;
  onPick: (id: string) => void;
}

const MARGIN = 9;
const SIZE = 2 * (PLAN_RADIUS + MARGIN);
const DOT = 6.5;
const EXCLUDED_DOT = 2.4;
/** Distance between a ring label and its centre. */
const RING_LABEL = 7;

/**
 * Plan of the positions around the car, with rings instead of a map, so that no other host is called (ROAD-06). The
 * list contains the same information.
 */
export function SitePlan({ car, nearest, excluded, chosenId, onPick }: SitePlanProps) {
  const dots = nearest.flatMap((mechanic, index) => {
    const { place, metres } = mechanic;
    return place ? [{ mechanic, number: index + 1, ...planPoint(car, { place, metres }) }] : [];
  });
  const others = excluded.flatMap((mechanic) => {
    const { place, metres } = mechanic;
    return place ? [{ mechanic, ...planPoint(car, { place, metres }) }] : [];
  });
  const rings = RING_METRES.map((metres) => ({ metres, ...ringLabelPoint(metres, dots) }));
  const labels = placeLabels(
    dots.map(({ mechanic, x, y }) => ({ x, y, text: distanceText(mechanic.metres) })),
    {
      dotRadius: DOT,
      marks: [
        ...others.map(({ x, y }) => ({ x, y, radius: EXCLUDED_DOT })),
        ...rings.map(({ x, y }) => ({ x, y: y - RING_LABEL / 3, radius: RING_LABEL })),
      ],
    },
  );
  return (
    <svg
      role="img"
      aria-label={planSummary(nearest, excluded)}
      viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`}
      className="mx-auto block mt-2 aspect-square w-full max-w-[26rem] print:max-w-xs"
    >
      {RING_METRES.map((metres) => (
        <circle
          key={metres}
          r={planRadius(metres)}
          className="fill-none stroke-line-strong"
          strokeWidth={0.5}
          strokeDasharray="1.5 1.5"
        />
      ))}
      {rings.map(({ metres, x, y }) => (
        <text
          key={metres}
          x={x}
          y={y}
          textAnchor="middle"
          className="fill-ink-faint stroke-surface text-[6px] [paint-order:stroke]"
          strokeWidth={2}
        >
          {t('{distance} km', { distance: String(metres / 1000) })}
        </text>
      ))}
      {others.map(({ mechanic, x, y }) => (
        <circle
          key={mechanic.id}
          cx={x}
          cy={y}
          r={EXCLUDED_DOT}
          className="fill-surface stroke-ink-faint"
          strokeWidth={0.9}
        >
          <title>
            {t('{mechanic}, {distance}, excluded', {
              mechanic: mechanicName(mechanic),
              distance: distanceText(mechanic.metres),
            })}
          </title>
        </circle>
      ))}
      <path d="M0-6 5 5H-5Z" className="fill-danger" />
      {[...dots].reverse().map(({ mechanic, number, x, y }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <g
          key={mechanic.id}
          transform={`translate(${x} ${y})`}
          onClick={() => onPick(mechanic.id)}
          className="cursor-pointer"
        >
          <title>{`${mechanicName(mechanic)}, ${distanceText(mechanic.metres)}`}</title>
          {mechanic.id === chosenId && (
            <circle r={DOT + 2.5} className="fill-none stroke-accent" strokeWidth={1.5} />
          )}
          <circle
            r={DOT}
            strokeWidth={1.2}
            className={cn('stroke-accent', mechanic.source === 'shop' ? 'fill-surface' : 'fill-accent')}
          />
          <text
            textAnchor="middle"
            dy={2.6}
            className={cn(
              'numeric text-[7.5px] font-semibold',
              mechanic.source === 'shop' ? 'fill-accent-text' : 'fill-accent-ink',
            )}
          >
            {number}
          </text>
        </g>
      ))}
      {labels.map(({ x, y, text }, place) => (
        <text
          key={String(place)}
          x={x}
          y={y}
          textAnchor="middle"
          dominantBaseline="central"
          className="numeric pointer-events-none fill-ink stroke-surface text-[6.5px] font-medium [paint-order:stroke]"
          strokeWidth={2}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

function planSummary(nearest: readonly NearMechanic[], excluded: readonly ExcludedMechanic[]): string {
  const [first] = nearest;
  const counts = { available: nearest.length, excluded: excluded.length };
  return first === undefined
    ? t('Plan around the car with {available} available and {excluded} excluded. The list names them.', counts)
    : t(
        'Plan around the car with {available} available and {excluded} excluded: the nearest is {mechanic}, {distance} away. The list names them.',
        { ...counts, mechanic: mechanicName(first), distance: distanceText(first.metres) },
      );
}
