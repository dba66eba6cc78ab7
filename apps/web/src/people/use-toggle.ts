import { useRef, useState } from 'react';
import { failureText } from '../lib/api-error.ts';
import { type RecordKeys, reloadIfOvertaken, showChange, showConfirmed } from '../lib/shown-change.ts';
import { startLoading, type ToastMessage } from '../ui/toast.ts';
import { reloadHistory } from './person-queries.ts';

/** What a click tells: how many there were in short succession, 0 for a key. */
interface Click {
  readonly detail: number;
}

export interface Toggler<R> {
  /** Whether one of this record is on its way. */
  readonly isPending: (id: string) => boolean;
  readonly flip: (record: R, click?: Click) => void;
  /** For the button that toggles. While one is on its way it does nothing, but keeps the focus. */
  readonly button: (record: R) => { readonly onClick: (click: Click) => void; readonly 'aria-disabled'?: true };
}

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
  /** "Blocking Ravi Kumar..." */
  readonly doing: (record: R, value: boolean) => string;
  /** "Ravi Kumar is blocked" */
  readonly done: (record: R, value: boolean) => string;
  /** "Failed to update user status" */
  readonly failed: string;
}

/**
 * Toggles a record: the screen shows it at once and goes back on failure. Sent once for each click, never by itself
 * again; whoever was overtaken by somebody else is told so and sees what is in force.
 */
export function useToggle<R extends { readonly id: string }>(toggle: Toggle<R>): Toggler<R> {
  const underway = useRef(new Set<string>());
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const mark = (id: string, isUnderway: boolean) => {
    if (isUnderway) underway.current.add(id);
    else underway.current.delete(id);
    setPending(new Set(underway.current));
  };

  const send = async (record: R) => {
    if (underway.current.has(record.id)) return;
    const seen = toggle.read(record);
    mark(record.id, true);
    showChange<R>(toggle.keys, record.id, toggle.write(!seen));
    const endLoading = startLoading(toggle.doing(record, !seen));
    const say = (message: ToastMessage) => endLoading({ ...message, about: `${toggle.failed} ${record.id}` });
    try {
      const confirmed = (await toggle.send(record.id, seen)) ?? !seen;
      void showConfirmed<R>(toggle.keys, record.id, toggle.write(confirmed));
      void reloadHistory();
      say(doneMessage(record, seen, confirmed));
    } catch (error) {
      showChange<R>(toggle.keys, record.id, toggle.write(seen));
      say({ tone: 'error', title: toggle.failed, description: failureText(error, '') || undefined });
      await reloadIfOvertaken(toggle.keys, error);
    } finally {
      mark(record.id, false);
    }
  };

  const doneMessage = (record: R, seen: boolean, confirmed: boolean): ToastMessage => {
    const title = toggle.done(record, confirmed);
    if (confirmed === seen) return { tone: 'info', title, description: 'Somebody else changed it meanwhile.' };
    const now = { ...record, ...toggle.write(confirmed) };
    return { tone: 'success', title, action: { label: 'Undo', onClick: () => void send(now) } };
  };

  const flip = (record: R, click?: Click) => {
    // The second half of a double click is not meant as the way back.
    if (!click || click.detail < 2) void send(record);
  };
  return {
    isPending: (id) => pending.has(id),
    flip,
    button: (record) => ({
      onClick: (click) => flip(record, click),
      ...(pending.has(record.id) ? { 'aria-disabled': true } : {}),
    }),
  };
}
