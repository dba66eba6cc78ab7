import { t } from '../languages/text.ts';
import { config } from './config.ts';
import { nextMidnight, useNow } from './relative-time.ts';

/** Strip on each screen of a public demo that shows when its data is reset (SHIP-06). */
export function PublicDemoStrip() {
  const { timeZone } = config();
  return (
    <aside
      aria-label={t('Public demo')}
      data-unprinted=""
      className="border-b border-line bg-info-soft px-4 py-1.5 text-center text-sm text-info-text"
    >
      {t('Public demo. Data resets every night at {midnight}.', { midnight: nextMidnight(useNow(), timeZone) })}
    </aside>
  );
}
