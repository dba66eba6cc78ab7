import { errorResponse, letterOf, message, readyForQuery, splitMessages, texts } from './wire-messages.ts';

/** Runs messages of the wire protocol and answers with what a server would send. */
export type Backend = (bytes: Uint8Array) => Promise<Uint8Array>;

/** One of the connections that share the session. */
export interface Participant {
  /** Passes on what the server says to it. */
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
 * Lets several connections use one session of PostgreSQL as if each had its own: a request runs whole, and whoever has a
 * transaction open keeps the session until it ends. What a session remembers (SET, temporary tables, session locks) is
 * shared; nothing of ours relies on it.
 */
export class SharedSession {
  readonly #backend: Backend;
  readonly #everyone = new Set<Participant>();
  #turns: Turn[] = [];
  #owner: Participant | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  join(participant: Participant): void {
    this.#everyone.add(participant);
  }

  /** Queues one request: everything up to a Sync, a simple query, or a Flush (then it is open-ended). */
  request(participant: Participant, bytes: Buffer, isOpenEnded: boolean): void {
    this.#turns.push({ participant, bytes, isOpenEnded });
    void this.#run();
  }

  /** Ends a connection: what waits is dropped, its transaction is rolled back, its statements are forgotten. */
  leave(participant: Participant, statements: Iterable<string>): void {
    if (!this.#everyone.delete(participant)) return;
    this.#turns = this.#turns.filter((turn) => turn.participant !== participant);
    const closings = [...statements].map((name) => message('C', Buffer.concat([Buffer.from('S'), texts(name)])));
    const silent = { send: () => undefined };
    const bytes = Buffer.concat([...closings, message('S', Buffer.alloc(0))]);
    if (this.#owner === participant) {
      this.#owner = silent;
      this.#turns.push({ participant: silent, bytes: message('S', Buffer.alloc(0)), isOpenEnded: true });
      this.#turns.push({ participant: silent, bytes: message('Q', texts('ROLLBACK')), isOpenEnded: false });
    }
    this.#turns.push({ participant: silent, bytes, isOpenEnded: false });
    void this.#run();
  }

  /** Takes nothing more and resolves when what runs has ended; the database may be closed then. */
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
    // While it runs, the session is its own: leave() must see whom to roll back.
    this.#owner = participant;
    const answer = isCopyFromClient(bytes) ? refuseCopy() : Buffer.from(await this.#backend(bytes));
    let isBusy = isOpenEnded;
    for (const part of splitMessages(answer).messages) {
      if (letterOf(part) === 'Z') isBusy = isOpenEnded || part[5] !== 'I'.charCodeAt(0);
      if (letterOf(part) === 'A') this.#tellOthers(participant, part);
    }
    participant.send(answer);
    if (!isBusy && this.#owner === participant) this.#owner = null;
  }

  // The session listens for all of them, and only one of them has asked just now.
  #tellOthers(participant: Participant, notification: Buffer): void {
    for (const other of this.#everyone) if (other !== participant) other.send(notification);
  }
}

// PGlite does not answer it with an error: it ends.
function isCopyFromClient(bytes: Buffer): boolean {
  return letterOf(bytes) === 'Q' && copyFromClient.test(bytes.toString('utf8', 5));
}

function refuseCopy(): Buffer {
  return Buffer.concat([
    errorResponse('0A000', 'COPY FROM STDIN is not supported by the fallback database'),
    readyForQuery,
  ]);
}
