import { useEffect, useState } from 'react';
import type { BannerMessage } from './banner.tsx';

/** A message that goes by itself (NOTI-04, CONF-04). */
export function useBanner(durationMs = 3000): [BannerMessage | null, (message: BannerMessage | null) => void] {
  const [message, show] = useState<BannerMessage | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => show(null), durationMs);
    return () => clearTimeout(timer);
  }, [message, durationMs]);
  return [message, show];
}
