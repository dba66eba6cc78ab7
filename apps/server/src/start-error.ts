/**
 * Why Wayside cannot start or a command cannot run, in one sentence for the person at the terminal. It is printed
 * without a stack and ends the process with 1 (RUN-02). Any other error is a bug and is printed with its stack.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
