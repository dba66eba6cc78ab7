import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { config } from '../lib/config.ts';

/** Sets the title of the tab from the route: "Bookings · Wayside" (NAV-01). */
export function DocumentTitle() {
  const titles = useMatches({ select: (matches) => matches.map((match) => match.staticData.title) });
  const title = titles.findLast(Boolean) ?? 'Page not found';
  useEffect(() => {
    document.title = `${title} · ${config().brand}`;
  }, [title]);
  return null;
}
