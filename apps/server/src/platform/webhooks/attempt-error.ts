import { PrivateAddress } from './resolve-host.ts';

/** The receiver hung up. */
export const INCOMPLETE = 'The connection was closed before the answer was complete.';

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the host cannot be resolved.',
  ENODATA: 'The name of the host has no address.',
  ETIMEOUT: 'The name servers do not answer.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: INCOMPLETE,
  EPIPE: INCOMPLETE,
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  ETIMEDOUT: 'The host does not answer.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long.',
};

/** Why an attempt failed, in words for a person. */
export function describeAttemptError(error: unknown): string {
  if (error instanceof PrivateAddress) return `Not sent: ${error.message}.`;
  if (error instanceof AggregateError) return describeAttemptError(error.errors[0]);
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const known = SENTENCES[code];
  if (known) return known;
  if (/CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code)) return `The encrypted connection failed: ${code}.`;
  if (code.startsWith('HPE_')) return `The answer is not HTTP: ${code}.`;
  return `The delivery failed: ${code || message}.`;
}
