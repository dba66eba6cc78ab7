const KEY = 'wayside_token';

/**
 * The token of this tab's session. Another tab may store another one, with which this tab must send nothing before
 * the user agrees (EDIT-02). Not in a store: no component shows it, and the login page loads no store.
 */
let own: string | null = null;

/** The token that calls carry: that of this tab's session, else the stored one. Null when nobody is signed in. */
export function readToken(): string | null {
  return own ?? readStoredToken();
}

/** The stored token, whichever tab has stored it; null where there is none or storage is closed to us. */
export function readStoredToken(): string | null {
  try {
    return localStorage.getItem(KEY) || null;
  } catch {
    return null;
  }
}

export function adoptToken(token: string | null): void {
  own = token;
}

/** Stores the token for the next start and for the other tabs, and adopts it (AUTH-03). */
export function saveToken(token: string): void {
  own = token;
  localStorage.setItem(KEY, token);
}

export function removeToken(): void {
  own = null;
  localStorage.removeItem(KEY);
}

/** Clears the local storage (AUTH-09, AUTH-10) and applies the theme again, which was stored there, too. */
export function clearLocalStorage(): void {
  own = null;
  localStorage.clear();
  dispatchEvent(new Event('wayside:theme'));
}

/**
 * Calls `listener` when another tab signs in or out: with the token that is stored now, or null.
 * @returns a function that stops listening
 */
export function onTokenChanged(listener: (token: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    // Clearing the storage sends an event without a key.
    if (event.key === KEY || event.key === null) listener(readStoredToken());
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
