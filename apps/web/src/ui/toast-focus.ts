/**
 * Lets the focus be among the toasts while a dialog traps it (TOAST-01): the dialog listens at the document, which does
 * not hear of a focus that comes to the toasts.
 */
export function shareFocusWithDialogs(host: HTMLElement): void {
  const isInside = (target: EventTarget | null) => target instanceof Node && host.contains(target);
  // Not lower: React hears of both where its roots and the dialogs are.
  const root = document.documentElement;
  root.addEventListener('focusin', (event) => isInside(event.target) && event.stopPropagation());
  root.addEventListener('focusout', (event) => isInside(event.relatedTarget) && event.stopPropagation());
}
