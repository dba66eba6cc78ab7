import type { ReactNode } from 'react';
import type { ChartPoint } from './chart-card.tsx';
import type { Scale } from './scale.ts';

export interface ChartFrameProps {
  points: readonly ChartPoint[];
  scale: Scale;
  /** Shortens a value for the axis: "₹1.2L". */
  format: (value: number) => string;
  children: ReactNode;
}

/** Grid lines with their values, and the days below; the chart itself fills the area between. */
export function ChartFrame({ points, scale, format, children }: ChartFrameProps) {
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-3 gap-y-2 pt-2">
      <div className="numeric relative min-w-8 text-right text-xs text-ink-faint">
        {scale.ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 translate-y-1/2"
            style={{ bottom: `${(tick / scale.top) * 100}%` }}
          >
            {format(tick)}
          </span>
        ))}
        {/* Gives the column the width of its longest value. */}
        <span className="invisible block h-0">{format(scale.top)}</span>
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
