const FIELDS = ['input:not([type="hidden"], [readonly])', 'select', 'textarea:not([readonly])'];
const FILLABLE = FIELDS.map((field) => `${field}:not(:disabled)`).join();

/**
 * For `onOpenAutoFocus`: a dialog with something to fill in starts there, ahead of its close button. A field cannot do
 * this by itself where the dialog opens over another one, which holds on to the focus until then.
 */
export function focusFirstField(event: Event): void {
  const field =
    event.currentTarget instanceof Element ? event.currentTarget.querySelector<HTMLElement>(FILLABLE) : null;
  if (!field) return;
  event.preventDefault();
  field.focus();
}
