import { cn } from '../../ui/cn.ts';
import type { ChartPoint } from './chart-card.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { scaleFor } from './scale.ts';

/** A line through the days, with each value above its point. */
export function LineChart({
  points,
  format,
}: {
  points: readonly ChartPoint[];
  format: (value: number) => string;
}) {
  const scale = scaleFor(
    points.map(({ value }) => value),
    false,
  );
  // In percent of the area; each day stands in the middle of its share of the width.
  const places = points.map((point, index) => ({
    ...point,
    x: ((index + 0.5) / points.length) * 100,
    y: (Math.max(0, point.value) / scale.top) * 100,
  }));
  const highest = Math.max(...places.map(({ value }) => value));
  const line = places.map(({ x, y }) => `${x},${100 - y}`).join(' ');
  return (
    <ChartFrame points={points} scale={scale} format={format}>
      <svg
        className="absolute inset-0 size-full overflow-visible"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polygon
          points={`${places[0]?.x ?? 0},100 ${line} ${places.at(-1)?.x ?? 0},100`}
          className="fill-accent/10"
        />
        <polyline
          points={line}
          className="fill-none stroke-accent stroke-2"
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
        />
      </svg>
      {places.map(({ x, y, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a provider may send a day twice
        <span key={index} className="absolute" style={{ left: `${x}%`, bottom: `${y}%` }}>
          <span
            className="absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface bg-accent"
            style={{ bottom: 0 }}
          />
          <span
            className={cn(
              'numeric absolute bottom-1.5 -translate-x-1/2 text-xs font-medium whitespace-nowrap',
              '[text-shadow:0_0_3px_var(--surface),0_0_3px_var(--surface)]',
              // On a phone there is no room for all of them; the table has them.
              value !== highest && 'max-sm:hidden',
            )}
          >
            {format(value)}
          </span>
        </span>
      ))}
    </ChartFrame>
  );
}
