import { useEffect, useRef } from 'react';

/** A value as it was when what is shown was asked for: while the next answer is awaited, the value before. */
export function useDebounced<T>(value: T, isSettled: boolean): T {
  const settled = useRef(value);
  useEffect(() => {
    if (isSettled) settled.current = value;
  });
  return isSettled ? value : settled.current;
}
