import { useSyncExternalStore } from 'react';

/** Under this a list is cards and a dialog a sheet. */
export const PHONE = '(max-width: 767.98px)';

/** Under this the details of an emergency are a sheet over the queue. */
export const NARROW = '(max-width: 1023.98px)';

/** Whether a media query holds, followed. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
