/** Why the code of a part is missing; `reloading` needs no message. */
export type MissingPart = 'reloading' | 'outdated' | 'unanswered';

type Recovery = (error: unknown) => Promise<MissingPart>;

// The application knows releases, the design system does not.
let recovery: Recovery = () => Promise.resolve('unanswered');

/** Sets what finds out why the code of a part is missing, and what to do about it. */
export function setPartRecovery(recover: Recovery): void {
  recovery = recover;
}

/** Finds out why the code of a part is missing. Never rejects. */
export const recoverPart: Recovery = (error) => recovery(error);
