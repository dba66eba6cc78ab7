/** Why Wayside cannot start or a command cannot run, in one sentence for the person at the terminal, printed without a stack (RUN-02). */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
