import { failureText, isCancelled } from '../lib/api-error.ts';
import { toast } from '../ui/toast.ts';

/** Reports a failed call in a toast, with the server's message below the title. */
export function toastFailure(title: string, error: unknown): void {
  if (isCancelled(error)) return;
  toast({ tone: 'error', title, description: failureText(error, '') || undefined });
}
