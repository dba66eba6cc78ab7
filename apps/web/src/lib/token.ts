const KEY = 'wayside_token';

/** The stored session token; null when nobody is signed in or storage is closed to us. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY) || null;
  } catch {
    return null;
  }
}

/** Keeps the token for the next start (AUTH-03). */
export function saveToken(token: string): void {
  localStorage.setItem(KEY, token);
}

/** Forgets a token that did not hold; everything else stays. */
export function removeToken(): void {
  localStorage.removeItem(KEY);
}

/** Clears all local storage (AUTH-09, AUTH-10), and lets the theme follow, which was kept there too. */
export function clearLocalStorage(): void {
  localStorage.clear();
  dispatchEvent(new Event('wayside:theme'));
}

/**
 * Tells when another tab has signed out: its clearing of the storage arrives here as an event.
 * @returns a function that stops listening
 */
export function onTokenRemoved(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key === KEY || event.key === null) && readToken() === null) listener();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
