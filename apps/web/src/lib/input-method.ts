/** The key code that browsers report for a key handled by an input method. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Hides the keys of an input method from the page, so that the Enter which completes a Hindi word submits nothing
 * (TOUGH-06). Must be called before any other listener is added.
 */
export function ignoreInputMethodKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== INPUT_METHOD_KEY_CODE) return;
      event.stopImmediatePropagation();
      // A form with a single field would otherwise submit on Enter.
      if (event.key === 'Enter') event.preventDefault();
    },
    { capture: true },
  );
}
