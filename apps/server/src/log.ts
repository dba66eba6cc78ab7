import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings.ts';

/** Keys of secrets in logged objects, at the top level or one level down (SECU-04). */
const secretNames = [
  'password',
  'token',
  'authorization',
  'cookie',
  'accountNumber',
  'aadhaarNumber',
  'secretAccessKey',
];

/**
 * Creates the structured log: JSON lines on a pipe, short lines on a terminal.
 * @param stream standard output for the server; standard error for commands, which print their results on standard
 *   output
 */
export function createLog(level: Settings['logLevel'], stream: NodeJS.WriteStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: describeError, error: describeError },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  };
  if (!stream.isTTY)
    return pino(options, pino.destination({ dest: stream === process.stdout ? 1 : 2, sync: true }));
  const people: DestinationStream = {
    write: (line) => void (isShownOnTerminal(line) && stream.write(terminalLine(line))),
  };
  return pino(options, people);
}

/**
 * Describes an error without the data that it may quote: the values of a statement (Drizzle) and rows (PostgreSQL's
 * detail).
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: name,
    ...code,
    message: withoutValues(message),
    stack: frames.join('\n'),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  };
}

function withoutValues(message: string): string {
  return (message.split('\nparams:')[0] ?? '').slice(0, 500);
}

const labels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};

/** On a terminal, only requests that fail with a server error are logged. */
function isShownOnTerminal(line: string): boolean {
  const { msg, status } = JSON.parse(line);
  return msg !== 'request' || status >= 500;
}

function terminalLine(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line);
  const label = labels[level] ? `${labels[level]}: ` : '';
  const reason = err?.message ? ` (${err.message})` : '';
  const facts = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `${new Date(time).toTimeString().slice(0, 8)} ${label}${msg ?? ''}${reason}${facts}\n`;
}
