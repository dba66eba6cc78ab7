/** The key code of a key that an input method takes, also where the browser says too late that it composes. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Keeps keys that belong to an input method from all handlers of the page: the Enter that ends a word of Hindi or
 * Japanese submits, sends and chooses nothing (TOUGH-06). Called before anything else listens.
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
