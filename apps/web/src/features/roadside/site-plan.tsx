import type { LeftOutMechanic, NearMechanic } from '@wayside/contract/roadside-requests';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import { cn } from '../../ui/cn.ts';
import { distanceText, mechanicName } from './emergency-labels.ts';
import { PLAN_RADIUS, planPoint, planRadius, RING_METRES, ringLabelPoint } from './plan-geometry.ts';

interface SitePlanProps {
  car: GeoPoint;
  nearest: readonly NearMechanic[];
  leftOut: readonly LeftOutMechanic[];
  /** The mechanic whom the marketplace is asked for, or has sent. */
  chosenId: string | null;
  onPick: (id: string) => void;
}

const MARGIN = 9;
const SIZE = 2 * (PLAN_RADIUS + MARGIN);
const DOT = 6.5;
/** A label nearer to another one than this is left to the list. */
const LABEL_WIDTH = 24;
const LABEL_HEIGHT = 8;

/**
 * Where who can go is, around the car: rings instead of a map, so that nothing outside is asked (ROAD-06). The list beside it
 * says the same in words and by keyboard.
 */
export function SitePlan({ car, nearest, leftOut, chosenId, onPick }: SitePlanProps) {
  const dots = nearest.flatMap((mechanic, index) => {
    const { place, metres } = mechanic;
    return place ? [{ mechanic, number: index + 1, ...planPoint(car, { place, metres }) }] : [];
  });
  const labelled = withRoom(dots);
  return (
    <svg
      role="img"
      aria-label={planSummary(nearest, leftOut)}
      viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`}
      className="mx-auto block aspect-square w-full max-w-[26rem] max-lg:order-last print:max-w-xs"
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
      {RING_METRES.map((metres) => (
        <text
          key={metres}
          {...ringLabelPoint(metres, dots)}
          textAnchor="middle"
          className="fill-ink-faint stroke-surface text-[6px] [paint-order:stroke]"
          strokeWidth={2}
        >
          {metres / 1000} km
        </text>
      ))}
      {leftOut.map((mechanic) => {
        const { place, metres } = mechanic;
        if (!place) return null;
        const { x, y } = planPoint(car, { place, metres });
        return (
          <circle
            key={mechanic.id}
            cx={x}
            cy={y}
            r={2.4}
            className="fill-surface stroke-ink-faint"
            strokeWidth={0.9}
          >
            <title>{`${mechanicName(mechanic)}, ${distanceText(mechanic.metres)}, excluded`}</title>
          </circle>
        );
      })}
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
          {labelled.has(number) && (
            <text
              textAnchor="middle"
              dy={DOT + 7}
              className="numeric fill-ink stroke-surface text-[6.5px] font-medium [paint-order:stroke]"
              strokeWidth={2}
            >
              {distanceText(mechanic.metres)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** The numbers of the dots whose distance can stand beside them without covering another one. */
function withRoom(
  dots: readonly { readonly number: number; readonly x: number; readonly y: number }[],
): Set<number> {
  const placed: { x: number; y: number }[] = [];
  const numbers = new Set<number>();
  for (const { number, x, y } of dots) {
    const isFree = [
      ...placed,
      ...dots.filter((dot) => dot.number !== number).map((dot) => ({ x: dot.x, y: dot.y - DOT - 4 })),
    ].every((other) => Math.abs(other.x - x) > LABEL_WIDTH - 8 || Math.abs(other.y - y) > LABEL_HEIGHT + 3);
    if (!isFree) continue;
    placed.push({ x, y });
    numbers.add(number);
  }
  return numbers;
}

function planSummary(nearest: readonly NearMechanic[], leftOut: readonly LeftOutMechanic[]): string {
  const [first] = nearest;
  const away = first ? `: the nearest is ${mechanicName(first)}, ${distanceText(first.metres)} away` : '';
  return `Plan around the car with ${nearest.length} who can go and ${leftOut.length} excluded${away}. The list names them.`;
}
