import { errorResponse, message, readyForQuery, splitMessages, terminated, typeOf } from './wire-messages.ts';

/** Runs messages of the wire protocol and returns the answer of a server. */
export type Backend = (bytes: Uint8Array) => Promise<Uint8Array>;

/** One of the connections that share the session. */
export interface Participant {
  /** Sends bytes of the server to the client. */
  send(bytes: Buffer): void;
}

interface Turn {
  readonly participant: Participant;
  readonly bytes: Buffer;
  /** Whether more of the same request follows before the server is ready again. */
  readonly isOpenEnded: boolean;
}

const copyFromClient = /^\s*copy\b[^;]*\bfrom\s+stdin\b/i;

/**
 * Shares one session of PostgreSQL between several connections as if each had its own: a request runs as a whole, and a
 * connection with an open transaction keeps the session until it ends. Session state (SET, temporary tables, session locks,
 * LISTEN) is shared; Wayside does not rely on it.
 */
export class SharedSession {
  readonly #backend: Backend;
  readonly #participants = new Set<Participant>();
  #turns: Turn[] = [];
  #owner: Participant | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  join(participant: Participant): void {
    this.#participants.add(participant);
  }

  /** Queues one request: everything up to a Sync, a simple query, or a Flush (then it is open-ended). */
  request(participant: Participant, bytes: Buffer, isOpenEnded: boolean): void {
    this.#turns.push({ participant, bytes, isOpenEnded });
    void this.#run();
  }

  /** Ends a connection: drops its queued requests, rolls back its transaction and closes its statements. */
  leave(participant: Participant, statements: Iterable<string>): void {
    if (!this.#participants.delete(participant)) return;
    this.#turns = this.#turns.filter((turn) => turn.participant !== participant);
    const closings = [...statements].map((name) =>
      message('C', Buffer.concat([Buffer.from('S'), terminated(name)])),
    );
    const sync = message('S', Buffer.alloc(0));
    const cleaner = { send: () => undefined };
    if (this.#owner === participant) {
      this.#owner = cleaner;
      this.#turns.push({ participant: cleaner, bytes: sync, isOpenEnded: true });
      this.#turns.push({ participant: cleaner, bytes: message('Q', terminated('ROLLBACK')), isOpenEnded: false });
    }
    this.#turns.push({ participant: cleaner, bytes: Buffer.concat([...closings, sync]), isOpenEnded: false });
    void this.#run();
  }

  /** Starts no further request and resolves when the running one has ended; the database may be closed then. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  #run(): Promise<void> {
    this.#running ??= this.#takeTurns().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #takeTurns(): Promise<void> {
    for (let turn = this.#nextTurn(); turn !== undefined; turn = this.#nextTurn()) await this.#take(turn);
  }

  #nextTurn(): Turn | undefined {
    if (this.#isClosed) return undefined;
    const owner = this.#owner;
    const at = owner === null ? 0 : this.#turns.findIndex(({ participant }) => participant === owner);
    return at === -1 ? undefined : this.#turns.splice(at, 1)[0];
  }

  async #take({ participant, bytes, isOpenEnded }: Turn): Promise<void> {
    // Set while the request runs, so that leave() knows whose transaction to roll back.
    this.#owner = participant;
    const answer = isCopyFromClient(bytes) ? copyError() : Buffer.from(await this.#backend(bytes));
    const ready = splitMessages(answer).messages.findLast((part) => typeOf(part) === 'Z');
    const isBusy = isOpenEnded || (ready !== undefined && ready[5] !== 'I'.charCodeAt(0));
    participant.send(answer);
    if (!isBusy && this.#owner === participant) this.#owner = null;
  }
}

// PGlite ends on COPY FROM STDIN instead of answering with an error.
function isCopyFromClient(bytes: Buffer): boolean {
  return typeOf(bytes) === 'Q' && copyFromClient.test(bytes.toString('utf8', 5));
}

function copyError(): Buffer {
  return Buffer.concat([
    errorResponse('0A000', 'COPY FROM STDIN is not supported by the fallback database'),
    readyForQuery,
  ]);
}
