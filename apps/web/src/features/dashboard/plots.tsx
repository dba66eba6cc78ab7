import type { ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';

/** Space for a label below its point, in percent of the chart height. */
const LABEL_SPACE_PERCENT = 14;

export interface ChartPoint {
  readonly day: string;
  readonly value: number;
  readonly label: string;
}

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
  // In percent of the chart area. Each day is centred in its share of the width.
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
              'numeric absolute text-xs font-medium whitespace-nowrap',
              LABEL_SIDES[slopeAt(places, index)],
              isInValley(places, index) && y > LABEL_SPACE_PERCENT ? 'top-1.5' : 'bottom-1.5',
              '[text-shadow:0_0_3px_var(--surface),0_0_3px_var(--surface)]',
              // A phone has space for one value; the table shows all.
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

/** Offsets that place a label to the side of its point if a label above the point would touch the line. */
const LABEL_SIDES = { falling: 'translate-x-1', rising: '-translate-x-full', turning: '-translate-x-1/2' } as const;

/** Returns whether the line falls or rises through a point. The first and last points have only one neighbour. */
function slopeAt(positions: readonly { readonly value: number }[], index: number): keyof typeof LABEL_SIDES {
  const value = positions[index]?.value ?? 0;
  const [before, after] = [positions[index - 1]?.value ?? value, positions[index + 1]?.value ?? value];
  // The labels of the first and last points must not overlap the axis values or the edge of the card.
  const isBesideAxis = index === 0 && value < after;
  const isBesideEdge = index === positions.length - 1 && before > value;
  if (isBesideAxis || isBesideEdge) return 'turning';
  if (before > value && value >= after) return 'falling';
  return before <= value && value < after ? 'rising' : 'turning';
}

/** Checks whether the line rises on both sides of a point, so that a label above it would touch the line. */
function isInValley(positions: readonly { readonly value: number }[], index: number): boolean {
  const value = positions[index]?.value ?? 0;
  const [before, after] = [positions[index - 1]?.value ?? value, positions[index + 1]?.value ?? value];
  return before + after > 2 * value;
}

interface ChartFrameProps {
  points: readonly ChartPoint[];
  scale: Scale;
  /** Formats a value for the axis, such as "₹1.2L". */
  format: (value: number) => string;
  children: ReactNode;
}

/** Frame of a chart: grid lines with their values, and the days below. */
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

export interface Scale {
  /** The value at the upper edge of the chart; never 0. */
  readonly top: number;
  readonly ticks: readonly number[];
}

const INTERVALS = 4;
const ROUND_STEPS = [1, 2, 2.5, 5, 10];

/**
 * Returns a scale of four equal round steps that covers the largest value. If `isWhole`, the steps are whole numbers.
 */
export function scaleFor(values: readonly number[], isWhole: boolean): Scale {
  const largest = Math.max(0, ...values.filter(Number.isFinite));
  const rough = Math.max(largest / INTERVALS, isWhole ? 1 : Number.EPSILON);
  const magnitude = 10 ** Math.floor(Math.log10(largest === 0 ? 1 : rough));
  const candidates = ROUND_STEPS.map((step) => step * magnitude).filter(
    (step) => !isWhole || Number.isInteger(step),
  );
  const step = candidates.find((candidate) => candidate >= rough) ?? 10 * magnitude;
  return { top: step * INTERVALS, ticks: Array.from({ length: INTERVALS + 1 }, (_, index) => index * step) };
}
