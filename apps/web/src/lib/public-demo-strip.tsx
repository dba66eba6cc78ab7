import { config } from './config.ts';
import { nextMidnight, useNow } from './relative-time.ts';

/** Says on each screen of a public demo when its data reset (SHIP-06). */
export function PublicDemoStrip() {
  const { timeZone } = config();
  return (
    <aside
      aria-label="Public demo"
      data-unprinted=""
      className="border-b border-line bg-info-soft px-4 py-1.5 text-center text-sm text-info-text"
    >
      Public demo. Data resets every night at {nextMidnight(useNow(), timeZone)}.
    </aside>
  );
}
