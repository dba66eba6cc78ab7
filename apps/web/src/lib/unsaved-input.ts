import { useEffect } from 'react';

const holders = new Set<object>();

/** Whether a form on the screen holds something that was typed and not saved. */
export function hasUnsavedInput(): boolean {
  return holders.size > 0;
}

/** Says that a form holds such input, so that the end of a session asks for the password in place (EDIT-02). */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = {};
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, [isUnsaved]);
}
