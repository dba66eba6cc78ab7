import { type ComponentType, useEffect, useState } from 'react';
import { untilIdle } from './idle.ts';

/**
 * A component that nobody waits for: its code loads after the screen. Null until then, and while it is not wanted.
 * @param load always the same function
 */
export function useIdlePart<P>(isWanted: boolean, load: () => Promise<ComponentType<P>>): ComponentType<P> | null {
  const [part, setPart] = useState<{ readonly Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    void untilIdle()
      .then(load)
      .then((Part) => setPart({ Part }))
      .catch((error: unknown) => console.warn('a part of the frame could not be loaded', error));
  }, [isWanted, load]);
  return isWanted && part ? part.Part : null;
}
