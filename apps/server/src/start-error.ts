/**
 * The reason why Wayside cannot start or a command cannot run. Its message is a single sentence, which is printed to
 * the terminal without a stack trace (RUN-02).
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
