import type { ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';
import { type Scale, scaleFor } from './scale.ts';

/** In percent of the height of a chart: for a label under its point. */
const LABEL_ROOM = 14;

/** One day of a chart. */
export interface ChartPoint {
  readonly day: string;
  readonly value: number;
  /** The value as text. */
  readonly label: string;
}

/** A bar per day with its value above it. */
export function BarChart({ points, format }: { points: readonly ChartPoint[]; format: (value: number) => string }) {
  const scale = scaleFor(
    points.map(({ value }) => value),
    true,
  );
  return (
    <ChartFrame points={points} scale={scale} format={format}>
      <div className="absolute inset-0 flex items-end">
        {points.map(({ value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a provider may send a day twice
          <div key={index} className="flex h-full min-w-0 flex-1 flex-col items-center justify-end">
            <span translate="no" className="numeric pb-0.5 text-xs font-medium">
              {format(value)}
            </span>
            <span
              className="w-3/5 max-w-10 shrink-0 rounded-t-sm bg-accent [print-color-adjust:exact]"
              style={{ height: `${(Math.max(0, value) / scale.top) * 100}%` }}
            />
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}

/** A line through the days with each value above its point. */
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
  // In percent of the area; each day is at the center of its share of the width.
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
              'numeric absolute -translate-x-1/2 text-xs font-medium whitespace-nowrap',
              isInValley(places, index) && y > LABEL_ROOM ? 'top-1.5' : 'bottom-1.5',
              '[text-shadow:0_0_3px_var(--surface),0_0_3px_var(--surface)]',
              // A phone has no room for all values; the table has them.
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

/** Whether the line comes from above, so that a label above the point would stand on it. */
function isInValley(places: readonly { readonly value: number }[], index: number): boolean {
  const value = places[index]?.value ?? 0;
  const [before, after] = [places[index - 1]?.value ?? value, places[index + 1]?.value ?? value];
  return before + after > 2 * value;
}

interface ChartFrameProps {
  points: readonly ChartPoint[];
  scale: Scale;
  /** Shortens a value for the axis: "₹1.2L". */
  format: (value: number) => string;
  children: ReactNode;
}

/** Grid lines with their values and the days below; the chart fills the area between. */
export function ChartFrame({ points, scale, format, children }: ChartFrameProps) {
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-3 gap-y-2 pt-2">
      <div className="numeric relative min-w-8 text-right text-xs text-ink-faint">
        {scale.ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 translate-y-1/2 whitespace-nowrap"
            style={{ bottom: `${(tick / scale.top) * 100}%` }}
          >
            {format(tick)}
          </span>
        ))}
        {/* Give the column the width of its longest value. */}
        {scale.ticks.map((tick) => (
          <span key={tick} className="invisible block h-0 whitespace-nowrap">
            {format(tick)}
          </span>
        ))}
      </div>
      <div className="relative">
        {scale.ticks.map((tick) => (
          <span
            key={tick}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(tick / scale.top) * 100}%` }}
          />
        ))}
        {children}
      </div>
      <div />
      <div className="flex text-xs text-ink-soft">
        {points.map(({ day }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a provider may send a day twice
          <span key={index} className="min-w-0 flex-1 truncate text-center">
            {day}
          </span>
        ))}
      </div>
    </div>
  );
}
