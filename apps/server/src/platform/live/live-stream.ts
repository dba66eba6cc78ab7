import { Readable } from 'node:stream';
import type { Role } from '@wayside/contract/roles';

/** Bytes that wait for a slow client before its stream ends; it goes on with its next one. */
const LONGEST_BACKLOG_BYTES = 262_144;

/** The events of one client, until the client, the session or the program ends the stream. */
export class LiveStream extends Readable {
  /** Of the session's token. */
  readonly tokenHash: Buffer;
  /** What the session's administrator may read; `checkSessions` keeps it current. */
  role: Role;
  #held: Buffer[] | null = [];
  #isFinished = false;

  constructor(tokenHash: Buffer, role: Role) {
    super({ read: () => undefined });
    this.tokenHash = tokenHash;
    this.role = role;
  }

  /** Sends events; those that come before `begin` are sent after its events. */
  send(events: Buffer): void {
    if (this.destroyed || this.#isFinished) return;
    if (this.#held !== null) this.#held.push(events);
    else if (this.readableLength > LONGEST_BACKLOG_BYTES) this.finish();
    else this.push(events);
  }

  /** Sends the first events. */
  begin(events: string): void {
    if (this.destroyed || this.#isFinished) return;
    this.push(events);
    const held = this.#held ?? [];
    this.#held = null;
    for (const each of held) this.send(each);
  }

  /** Ends the stream after what was sent. */
  finish(): void {
    if (this.destroyed || this.#isFinished) return;
    this.#isFinished = true;
    this.push(null);
  }
}
