/** A thin line that moves along the top of its box while something is fetched again. */
export function ProgressLine({ active }: { active: boolean }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0 h-0.5 overflow-hidden">
      {active && <div className="h-full w-1/4 animate-progress rounded-full bg-accent" />}
    </div>
  );
}
