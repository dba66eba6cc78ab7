import type { KeyboardEvent } from 'react';

/** For a button's `onKeyDown`: Enter that is held down presses it once, and not again for each repetition. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
