/** Whether a key pressed at `target` is text that somebody types, so that no shortcut may take it. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
