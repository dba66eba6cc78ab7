import { useRef, useState } from 'react';
import { ApiError, failureText } from '../lib/api-error.ts';
import { type RecordKeys, reloadShown, showChange } from '../lib/shown-change.ts';
import { toast } from '../ui/toast.ts';

const CONFLICT = 409;

/** A yes-or-no of a record that the wire toggles by a GET (USER-05, MECH-09, MECH-10). */
export interface Toggle<R extends { readonly id: string }> {
  readonly keys: RecordKeys;
  readonly read: (record: R) => boolean;
  /** The record's field with a value. */
  readonly write: (value: boolean) => Partial<R>;
  /**
   * Toggles on the server, from the state that is shown.
   * @returns what is in force now; null where the provider does not say
   */
  readonly send: (id: string, seen: boolean) => Promise<boolean | null>;
  /** "Ravi Kumar is blocked" */
  readonly done: (record: R, value: boolean) => string;
  /** "Failed to update user status" */
  readonly failed: string;
}

/**
 * Toggles a record: the screen shows it at once and goes back on failure. Sent once for each click, never by itself
 * again; whoever was overtaken by somebody else is told so and sees what is in force.
 * @returns whether one is on its way, and the toggle
 */
export function useToggle<R extends { readonly id: string }>(
  toggle: Toggle<R>,
): { isPending: (id: string) => boolean; flip: (record: R) => void } {
  const underway = useRef(new Set<string>());
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const mark = (id: string, isUnderway: boolean) => {
    if (isUnderway) underway.current.add(id);
    else underway.current.delete(id);
    setPending(new Set(underway.current));
  };

  const flip = async (record: R) => {
    if (underway.current.has(record.id)) return;
    const seen = toggle.read(record);
    mark(record.id, true);
    showChange<R>(toggle.keys, record.id, toggle.write(!seen));
    try {
      const confirmed = (await toggle.send(record.id, seen)) ?? !seen;
      showChange<R>(toggle.keys, record.id, toggle.write(confirmed));
      sayDone(record, seen, confirmed);
    } catch (error) {
      showChange<R>(toggle.keys, record.id, toggle.write(seen));
      toast({ tone: 'error', title: toggle.failed, description: failureText(error, '') || undefined });
      if (error instanceof ApiError && error.status === CONFLICT) await reloadShown(toggle.keys);
    } finally {
      mark(record.id, false);
    }
  };

  const sayDone = (record: R, seen: boolean, confirmed: boolean) => {
    const title = toggle.done(record, confirmed);
    if (confirmed === seen)
      return toast({ tone: 'info', title, description: 'Somebody else changed it meanwhile.' });
    const now = { ...record, ...toggle.write(confirmed) };
    toast({ tone: 'success', title, action: { label: 'Undo', onClick: () => void flip(now) } });
  };

  return { isPending: (id) => pending.has(id), flip: (record) => void flip(record) };
}
