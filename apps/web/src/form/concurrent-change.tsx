import type { LiveChange } from '@wayside/contract/live';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeChange, type FollowedRecord, idOf } from './describe-change.ts';

/**
 * Who has changed the record of an open form and what, in words; null until somebody does (LIVE-02). The form keeps what
 * was typed, and a save asks about fields that both changed (EDIT-01).
 * @param isIgnored while the form is saving, or nobody edits it
 */
export function useConcurrentChange(edited: FollowedRecord | undefined, isIgnored: boolean): string | null {
  const [text, setText] = useState<string | null>(null);
  const follow = useEffectEvent((changes: readonly LiveChange[]) => {
    const id = idOf(edited?.record ?? null);
    if (!edited || id === null || isIgnored) return;
    if (!changes.some((change) => change.entity === edited.entity && change.id === id)) return;
    describeChange(changes, edited).then(setText, () =>
      setText(`This ${edited.noun} has just been changed by somebody else.`),
    );
  });
  useEffect(() => {
    const listen = (event: Event) => follow((event as CustomEvent<readonly LiveChange[]>).detail);
    addEventListener('wayside:live', listen);
    return () => removeEventListener('wayside:live', listen);
  }, []);
  return isIgnored ? null : text;
}

/** The notice; its live region exists before it has a text. */
export function ChangedNotice({ text }: { text: string | null }) {
  return (
    <div role="status" className="empty:sr-only">
      {text !== null && (
        <p className="rounded-md bg-warning-soft px-3 py-2 wrap-anywhere text-warning-text">
          {text} What you typed is kept.
        </p>
      )}
    </div>
  );
}
