/** The key code of a key that an input method takes. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Hides the keys of an input method from the page: the Enter that ends a word in Hindi submits nothing (TOUGH-06).
 * Called before anything else listens.
 */
export function ignoreInputMethodKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== TAKEN_BY_INPUT_METHOD) return;
      event.stopImmediatePropagation();
      // A form with one field submits by it.
      if (event.key === 'Enter') event.preventDefault();
    },
    { capture: true },
  );
}
