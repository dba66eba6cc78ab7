const FIELDS = ['input:not([type="hidden"], [readonly])', 'select', 'textarea:not([readonly])'];
const FILLABLE = FIELDS.map((field) => `${field}:not(:disabled)`).join();

/** Letters that are meant for the next field would choose another option in it. */
const isChosen = (field: HTMLElement) => field instanceof HTMLSelectElement && field.value !== '';

/**
 * For `onOpenAutoFocus`: a dialog with something to fill in starts there, ahead of its close button and of what is chosen
 * already. A field cannot do this by itself where the dialog opens over another one, which holds on to the focus until then.
 */
export function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FILLABLE)];
  const field = fields.find((candidate) => !isChosen(candidate)) ?? fields[0];
  if (!field) return;
  event.preventDefault();
  field.focus();
}
