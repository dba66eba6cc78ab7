/**
 * Explains why Wayside cannot start or a command cannot run, in one sentence for the terminal, printed without a
 * stack trace (RUN-02).
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
