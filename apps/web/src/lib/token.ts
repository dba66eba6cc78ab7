const KEY = 'wayside_token';

/** The stored session token; null when nobody is signed in or storage is closed to us. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY) || null;
  } catch {
    return null;
  }
}

/** Stores the token for the next start (AUTH-03). */
export function saveToken(token: string): void {
  localStorage.setItem(KEY, token);
}

/** Removes an invalid token; the rest of the storage stays. */
export function removeToken(): void {
  localStorage.removeItem(KEY);
}

/** Clears the local storage (AUTH-09, AUTH-10) and applies the theme again, which was stored there, too. */
export function clearLocalStorage(): void {
  localStorage.clear();
  dispatchEvent(new Event('wayside:theme'));
}

/**
 * Calls `listener` when another tab signs out: clearing the storage sends an event to all tabs.
 * @returns a function that stops listening
 */
export function onTokenRemoved(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key === KEY || event.key === null) && readToken() === null) listener();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
