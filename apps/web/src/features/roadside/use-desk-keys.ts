import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isShortcut, MENU } from '../../ui/focus.ts';

interface DeskKeys {
  /** The part of the page that has the rows and the selected emergency. */
  readonly desk: RefObject<HTMLElement | null>;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
}

/**
 * One key each at the desk: j and k select the next and the previous emergency, n goes to the note; c, p, a, h and x press the
 * button that has the key (`data-desk-key`), which is there where it can be done. Escape leaves the note.
 */
export function useDeskKeys({ desk, selectedId, onSelect }: DeskKeys): void {
  const press = useEffectEvent((key: string): boolean => {
    const root = desk.current;
    if (root === null) return false;
    if (key === 'j' || key === 'k') return move(root, key === 'j' ? 1 : -1);
    if (key === 'n') {
      const note = (openSheet() ?? root).querySelector<HTMLTextAreaElement>('textarea[data-later-focus]');
      note?.focus();
      return note !== null;
    }
    const control = (openSheet() ?? root).querySelector<HTMLElement>(
      `[data-desk-key="${CSS.escape(key)}"]:not(:disabled)`,
    );
    control?.focus();
    control?.click();
    return control !== null;
  });
  const move = (root: HTMLElement, step: 1 | -1): boolean => {
    const rows = [...root.querySelectorAll<HTMLElement>('[data-record]')];
    const place = rows.findIndex(({ dataset }) => dataset['record'] === selectedId);
    const next = rows[place < 0 ? 0 : Math.max(0, place + step)];
    const id = next?.dataset['record'];
    if (next === undefined || id === undefined) return false;
    next.querySelector<HTMLElement>('button[aria-label]')?.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
    onSelect(id);
    return true;
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leaveNote(desk.current, event.target);
      if (isDeskKey(event) && press(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [desk]);
}

/** The selected emergency where it lies over the queue, on a narrow screen. */
const openSheet = () => document.querySelector<HTMLElement>('[data-desk-sheet]');

/** From the note back to the keys. */
function leaveNote(root: HTMLElement | null, target: EventTarget | null): void {
  if (target instanceof HTMLTextAreaElement && root?.contains(target)) target.blur();
}

/** What takes the keys of the desk while it is open: every menu and dialog but the sheet of the desk itself. */
const COVERS = `${MENU},[role$="dialog"]:not(:has([data-desk-sheet]))`;

/** Whether a key is one of the desk's. One that is held down moves on, and does nothing twice. */
const isDeskKey = (event: KeyboardEvent): boolean =>
  (event.repeat ? /^[jk]$/ : /^[cpahxnjk]$/).test(event.key) && isShortcut(event, COVERS);
