// The part of PostgreSQL's wire protocol (version 3) that a shared session needs.

export const openings = { protocol3: 196_608, ssl: 80_877_103, gss: 80_877_104 };

/** Encodes a message as type, length and body. */
export function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

export function terminated(...parts: string[]): Buffer {
  return Buffer.from(parts.map((part) => `${part}\0`).join(''));
}

export function splitMessages(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= 5) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(at, end));
    at = end;
  }
  return { messages, rest: bytes.subarray(at) };
}

export function typeOf(bytes: Buffer): string {
  return String.fromCharCode(bytes[0] ?? 0);
}

/** Returns the messages that accept a connection and state the formats of values. */
export function greeting(processId: number): Buffer {
  const parameters = {
    server_version: '18.0',
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
  };
  const key = Buffer.alloc(8);
  key.writeInt32BE(processId);
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    ...Object.entries(parameters).map(([name, value]) => message('S', terminated(name, value))),
    message('K', key),
    readyForQuery,
  ]);
}

/** The status is "outside of a transaction". */
export const readyForQuery = message('Z', Buffer.from('I'));

export function errorResponse(code: string, text: string): Buffer {
  return message('E', Buffer.concat([terminated('SERROR', 'VERROR', `C${code}`, `M${text}`), Buffer.alloc(1)]));
}

/** Prefixes a prepared statement's name, so that connections in one session can use the same name. */
export function withStatementPrefix(bytes: Buffer, prefix: string): Buffer {
  const at = statementNameAt(bytes);
  if (at === null || bytes[at] === undefined || bytes[at] === 0) return bytes;
  return message(typeOf(bytes), Buffer.concat([bytes.subarray(5, at), Buffer.from(prefix), bytes.subarray(at)]));
}

function statementNameAt(bytes: Buffer): number | null {
  switch (typeOf(bytes)) {
    case 'P':
      return 5;
    case 'B':
      return bytes.indexOf(0, 5) + 1;
    case 'D':
    case 'C':
      return bytes[5] === 'S'.charCodeAt(0) ? 6 : null;
    default:
      return null;
  }
}

/** Returns the name in a Parse message, which is empty for the unnamed statement; null for other messages. */
export function parsedName(bytes: Buffer): string | null {
  return typeOf(bytes) === 'P' ? bytes.toString('utf8', 5, bytes.indexOf(0, 5)) : null;
}

export type Backend = (bytes: Uint8Array) => Promise<Uint8Array>;

export interface Participant {
  send(bytes: Buffer): void;
}

interface Turn {
  readonly participant: Participant;
  readonly bytes: Buffer;
  /** Whether more messages of the same request follow before the server is ready. */
  readonly isOpenEnded: boolean;
}

const copyFromClient = /^\s*copy\b[^;]*\bfrom\s+stdin\b/i;

/**
 * Shares one PostgreSQL session between connections. A request runs to completion, and an open transaction reserves
 * the session until it ends. Session state (SET, temporary tables, session locks, LISTEN) is shared, but Wayside does
 * not rely on it.
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

  /**
   * Queues one request: all messages up to a Sync, a simple query, or a Flush (in which case the request is
   * open-ended).
   */
  request(participant: Participant, bytes: Buffer, isOpenEnded: boolean): void {
    this.#turns.push({ participant, bytes, isOpenEnded });
    void this.#run();
  }

  /** Drops a connection's requests, rolls back its transaction and closes its statements. */
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

  /** Waits for the current request and starts no more requests. */
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
    // The owner is set while the request runs, so that leave() rolls back the right transaction.
    this.#owner = participant;
    const response = isCopyFromClient(bytes) ? copyError() : Buffer.from(await this.#backend(bytes));
    const ready = splitMessages(response).messages.findLast((part) => typeOf(part) === 'Z');
    const isBusy = isOpenEnded || (ready !== undefined && ready[5] !== 'I'.charCodeAt(0));
    participant.send(response);
    if (!isBusy && this.#owner === participant) this.#owner = null;
  }
}

// Detects COPY FROM STDIN, which would end PGlite.
function isCopyFromClient(bytes: Buffer): boolean {
  return typeOf(bytes) === 'Q' && copyFromClient.test(bytes.toString('utf8', 5));
}

function copyError(): Buffer {
  return Buffer.concat([
    errorResponse('0A000', 'COPY FROM STDIN is not supported by the fallback database'),
    readyForQuery,
  ]);
}
