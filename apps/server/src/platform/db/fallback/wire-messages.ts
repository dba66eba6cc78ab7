// The parts of PostgreSQL's wire protocol (version 3) that a shared session needs.

/** Codes of the first message of a connection. */
export const openings = { protocol3: 196_608, ssl: 80_877_103, gss: 80_877_104 };

/** Builds a message: type, length, body. */
export function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/** Null-terminated strings. */
export function terminated(...parts: string[]): Buffer {
  return Buffer.from(parts.map((part) => `${part}\0`).join(''));
}

/** Splits complete messages off the start of `bytes`. */
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

/** The type byte of a message. */
export function typeOf(bytes: Buffer): string {
  return String.fromCharCode(bytes[0] ?? 0);
}

/** Answer to a new connection: authenticated, and the formats of values. */
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

/** ReadyForQuery outside of a transaction. */
export const readyForQuery = message('Z', Buffer.from('I'));

/** ErrorResponse with an SQLSTATE code. */
export function errorResponse(code: string, text: string): Buffer {
  return message('E', Buffer.concat([terminated('SERROR', 'VERROR', `C${code}`, `M${text}`), Buffer.alloc(1)]));
}

/**
 * Prefixes the name of a prepared statement, so that connections that share a session can use the same name. Messages
 * without a name and the unnamed statement stay unchanged.
 */
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

/** The statement name in a Parse message: empty for the unnamed statement, null for any other message. */
export function parsedName(bytes: Buffer): string | null {
  return typeOf(bytes) === 'P' ? bytes.toString('utf8', 5, bytes.indexOf(0, 5)) : null;
}
