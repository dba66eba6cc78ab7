/** How much of something is done. @param label names what */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-pressed"
    >
      <div className="h-full bg-accent" style={{ width: `${(100 * value) / max}%` }} />
    </div>
  );
}
