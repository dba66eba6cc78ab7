import type { ChartPoint } from './chart-card.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { scaleFor } from './scale.ts';

/** A bar for each day, with its value above. */
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
            <span className="numeric pb-0.5 text-xs font-medium">{format(value)}</span>
            <span
              className="w-3/5 max-w-10 shrink-0 rounded-t-sm bg-accent"
              style={{ height: `${(Math.max(0, value) / scale.top) * 100}%` }}
            />
          </div>
        ))}
      </div>
    </ChartFrame>
  );
}
