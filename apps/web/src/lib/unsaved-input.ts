import { useEffect } from 'react';

const holders = new Set<object>();

export function hasUnsavedInput(): boolean {
  return holders.size > 0;
}

/** Reports that a form has unsaved input (EDIT-02). */
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
