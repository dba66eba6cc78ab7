import { ROLE_TABLE, ROLES } from '../roles.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { PERMISSIONS } from '../wire/permissions.ts';

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/**
 * Generates docs/roles.md, which lists what each role may do and which calls need it, from the role table and the
 * endpoint declarations (TEAM-01).
 */
export function rolesDocument(endpoints: readonly Endpoint[]): string {
  const rules = PERMISSIONS.map((permission) => {
    const { may, roles } = ROLE_TABLE[permission];
    return row([`\`${permission}\``, may, ...ROLES.map((role) => (roles.includes(role) ? 'yes' : '–'))]);
  });
  const calls = endpoints
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .map(({ method, path, permission, needsProof }) =>
      row([`\`${method} ${path}\``, `\`${permission}\``, needsProof ? 'yes' : '–']),
    );
  return [
    '# Roles',
    '',
    'Each administrator has one role. Each call names the permission that it needs; the server answers 403 when the role does not',
    'have it, and the web does not show what the role may not do. `public` calls need no session, `signed-in` calls any role,',
    '`service-key` calls a key of a program with a scope (`docs/integration.md`). A person without `bank:reveal` gets no bank',
    'details in the records of mechanics.',
    '',
    'A call that needs recent proof answers 403 with `proofNeeded` unless the person signed in, or gave the password to',
    '`POST /admin/prove`, within the last 10 minutes. The web asks for it in place, and the call goes on.',
    '',
    'A test writes this page from the code and fails when they differ; `npx vitest run --project server permissions -u` updates it.',
    '',
    '## What each role may do',
    '',
    row(['permission', 'may', ...ROLES.map(capitalize)]),
    row(['---', '---', ...ROLES.map(() => '---')]),
    ...rules,
    '',
    '## What each call needs',
    '',
    row(['call', 'permission', 'recent proof']),
    row(['---', '---', '---']),
    ...calls,
    '',
  ].join('\n');
}
