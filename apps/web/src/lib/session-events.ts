type Listener = () => void;

let onExpired: Listener = () => undefined;

/** Registers the one who ends the session when the server no longer knows it. */
export function handleExpiredSession(listener: Listener): void {
  onExpired = listener;
}

/** Says that a call was answered with 401 (AUTH-09). */
export function expireSession(): void {
  onExpired();
}
