// The little of PostgreSQL's wire protocol (version 3) that sharing one session between connections needs.

/** What a connection says before it is one. */
export const openings = { protocol3: 196_608, ssl: 80_877_103, gss: 80_877_104, cancel: 80_877_102 };

/** A message: a letter, its length, its body. */
export function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Texts as the protocol ends them. */
export function texts(...parts: string[]): Buffer {
  return Buffer.from(parts.map((part) => `${part}\0`).join(''));
}

/** The whole messages at the start of `bytes`, and the rest that is not one yet. */
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

/** The letter of a whole message. */
export function letterOf(bytes: Buffer): string {
  return String.fromCharCode(bytes[0] ?? 0);
}

/** What a server says to a new connection: it is let in, and how values are written. */
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
    ...Object.entries(parameters).map(([name, value]) => message('S', texts(name, value))),
    message('K', key),
    readyForQuery,
  ]);
}

/** The end of an answer, outside of a transaction. */
export const readyForQuery = message('Z', Buffer.from('I'));

/** An error as a server reports it. */
export function errorResponse(code: string, text: string, severity: 'ERROR' | 'FATAL' = 'ERROR'): Buffer {
  return message(
    'E',
    Buffer.concat([texts(`S${severity}`, `V${severity}`, `C${code}`, `M${text}`), Buffer.alloc(1)]),
  );
}

/**
 * Puts `prefix` before the name of a prepared statement, so that two connections may use the same name in one session.
 * Messages without such a name, and the nameless statement, stay as they are.
 */
export function withStatementPrefix(bytes: Buffer, prefix: string): Buffer {
  const at = statementNameAt(bytes);
  if (at === null || bytes[at] === undefined || bytes[at] === 0) return bytes;
  return message(letterOf(bytes), Buffer.concat([bytes.subarray(5, at), Buffer.from(prefix), bytes.subarray(at)]));
}

function statementNameAt(bytes: Buffer): number | null {
  switch (letterOf(bytes)) {
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

/** The name that a Parse message gives its statement; empty for the nameless one, null for any other message. */
export function parsedName(bytes: Buffer): string | null {
  return letterOf(bytes) === 'P' ? bytes.toString('utf8', 5, bytes.indexOf(0, 5)) : null;
}
