import { isIP } from 'node:net';
import { isRole, ROLES, type Role } from '@wayside/contract/roles';
import { z } from 'zod';
import { isLoopbackName } from './public-address.ts';

/** Rejects a value with a message about the expected format; `settings.ts` adds the name of the variable. */
function reject<T>(context: z.core.$RefinementCtx, message: string): T {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Accepts a whole number between two bounds, inclusive. */
export function wholeNumber(min: number, most: number) {
  const message = `must be a whole number from ${min} to ${most}`;
  return z.string().transform((text, context) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < min || value > most) return reject<number>(context, message);
    return value;
  });
}

/** The URL of a PostgreSQL server; the rest of it is checked when connecting. */
export const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

export const hostName = z.string().regex(/^[\w.:-]+$/, 'must be an address or a host name');

/** Accepts a number above 0, including fractions. */
export function positiveNumber(most: number) {
  return z.string().transform((text, context) => {
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > most)
      return reject<number>(context, `must be a number above 0 and up to ${most}`);
    return value;
  });
}

const TRUE_VALUES = ['on', 'true', 'yes', '1'];
const FALSE_VALUES = ['off', 'false', 'no', '0'];

export const onOrOff = z.string().transform((text, context) => {
  const lowerCase = text.toLowerCase();
  if (TRUE_VALUES.includes(lowerCase)) return true;
  if (FALSE_VALUES.includes(lowerCase)) return false;
  return reject<boolean>(context, 'must be on or off');
});

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Host names separated by commas; converted to lower case, without duplicates. */
export const hostNames = z.string().transform((text, context) => {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => HOST_NAME.test(name)))
    return reject<string[]>(context, 'must be names of hosts with commas between them, such as files.example.com');
  return [...new Set(names)];
});

export function oneLine(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must be no longer than ${maxLength} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line of text');
}

/** A time zone supported by this Node, such as Asia/Kolkata. */
export const timeZone = z.string().transform((text, context) => {
  try {
    // Keeps the original spelling, because Intl may return an older name (Asia/Calcutta).
    Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    return reject<string>(context, 'must be the name of a time zone such as Asia/Kolkata');
  }
});

/** The URL of another server with http or https, without a query and a trailing slash. */
export const httpUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  )
    return reject<string>(context, 'must be an address such as https://api.example.com');
  return url.href.replace(/\/+$/, '');
});

/**
 * The URL of an OpenID Connect issuer exactly as its provider spells it. Plain http is allowed only on this machine.
 */
export const issuerAddress = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '')
    return reject<string>(context, 'must be an https address such as https://login.example.com/realms/office');
  return url.href;
});

export interface GroupRole {
  readonly group: string;
  readonly role: Role;
}

/** Groups of the identity provider with their roles. A group's name may contain "=". */
export const groupRoles = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => /^\s*(\S.*?)\s*=\s*([a-z]+)\s*$/.exec(pair));
  const found = pairs.flatMap((pair): GroupRole[] => {
    const [, group = '', role = ''] = pair ?? [];
    return isRole(role) ? [{ group, role }] : [];
  });
  if (found.length === pairs.length) return found;
  return reject<GroupRole[]>(
    context,
    `must be groups and roles such as office-admins=owner,office-desk=support, with the roles ${ROLES.join(', ')}`,
  );
});

export const openIdScopes = z
  .string()
  .regex(
    /^(?=(.* )?openid( |$))[\x21\x23-\x5b\x5d-\x7e ]+$/,
    'must be scopes with spaces between them, openid among them',
  );

/** The URL of a map tile with http or https. It contains {z}, {x} and {y} once each and no other placeholder. */
export const tileAddress = z.string().transform((text, context) => {
  const parts = [...text.matchAll(/\{[^}]*\}/g)].map(([part]) => part).sort();
  const plain = text.replaceAll(/[{}]/g, '');
  const url = URL.canParse(plain) ? new URL(plain) : null;
  const isPlaced = parts.join() === '{x},{y},{z}' && !/[{}]/.test(text.replaceAll(/\{[xyz]\}/g, ''));
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    !isPlaced ||
    /\{/.test(originPart(text))
  )
    return reject<string>(context, 'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png');
  return text;
});

/** Returns the part before the path. A placeholder there would mean a different host for each tile. */
const originPart = (text: string): string => /^https?:\/\/[^/]*/.exec(text)?.[0] ?? text;

export const origins = z.string().transform((text, context) => {
  const given = text.split(',').map((part) => part.trim());
  const found = given.map((part) => httpUrl.safeParse(part).data ?? '');
  if (found.every((address) => address !== '' && new URL(address).origin === address)) return found;
  return reject<string[]>(context, 'must be origins such as https://backoffice.example.com, separated by commas');
});

const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The proxies whose forwarded headers are trusted: off, on (all), their number, or their addresses. */
export const trustedProxies = z.string().transform((text, context) => {
  const lowerCase = text.toLowerCase();
  if (['off', 'false', 'no', '0'].includes(lowerCase)) return false;
  if (['on', 'true', 'yes'].includes(lowerCase)) return true;
  if (/^\d{1,2}$/.test(lowerCase)) return Number(lowerCase);
  const ranges = lowerCase.split(',').map((part) => part.trim());
  if (ranges.every((range) => namedRanges.includes(range) || isAddressRange(range))) return ranges;
  return reject<boolean>(context, 'must be off, on, a number of proxies, or their addresses separated by commas');
});

export const webhookAddress = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    return reject<string>(context, 'must be an address such as https://hooks.example.com/wayside');
  return url.href;
});

const SECRET = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/;
const MIN_SECRET_BYTES = 24;

/** A Standard Webhooks key, which is base64 of at least 24 bytes with or without the prefix `whsec_`. */
export const webhookSecret = z.string().transform((text, context) => {
  const bytes = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64').length;
  return bytes >= MIN_SECRET_BYTES
    ? text
    : reject<string>(context, 'must be whsec_ and the base64 of at least 24 random bytes');
});

export const DATA_KEY_BYTES = 32;

/** A data key, which is base64 of 32 bytes. */
export const dataKeyText = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64');
  if (/^[A-Za-z0-9+/]{43}=$/.test(text) && bytes.length === DATA_KEY_BYTES) return bytes;
  return reject<Buffer>(context, 'must be the base64 of 32 random bytes, as "openssl rand -base64 32" makes them');
});

/** The format of an age public key. If a private key is given by mistake, it is not printed. */
export const ageRecipient = z
  .string()
  .trim()
  .regex(/^age1(pq1)?[02-9ac-hj-np-z]{58,}$/, 'must be an age public key, which begins with age1');
