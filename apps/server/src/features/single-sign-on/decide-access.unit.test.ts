import { describe, expect, it } from 'vitest';
import { decideSignIn, emailOf, groupsOf, nameOf, roleOf } from './decide-access.ts';

const ROLES = [
  { group: 'desk', role: 'support' },
  { group: '/ops=admins', role: 'owner' },
  { group: 'money', role: 'finance' },
] as const;
const active = { isSuspended: false, isLastOwner: false };
const email = 'asha@example.test';

describe('[SHIP-04] the provider’s groups', () => {
  it.each([
    [['desk'], 'support'],
    [['desk', 'money', 'others'], 'finance'],
    [['money', '/ops=admins'], 'owner'],
    [['Desk', 'desk2'], null],
    [[], null],
  ])('%j give the role %s', (groups, role) => {
    expect(roleOf(groups, ROLES)).toBe(role);
  });

  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['example.test', ['example.test']],
    [['a', 7, null], ['a']],
    [undefined, []],
    [{ a: true }, []],
  ])('are read from a claim %j', (claim, groups) => {
    expect(groupsOf({ hd: claim }, 'hd')).toEqual(groups);
  });
});

it.each([
  [true, [email]],
  [false, []],
  [undefined, []],
])('[SHIP-04] an email with the verification %j matches the roles of %j', (isVerified, groups) =>
  expect(groupsOf({ email, email_verified: isVerified }, 'email')).toEqual(groups),
);

describe('[SHIP-04] a user at the provider', () => {
  it('has an email in the email or user name claim, and a name of one line', () => {
    expect(emailOf({ email: 'none', preferred_username: email })).toBe(email);
    expect(emailOf({ email: 7 })).toBeNull();
    for (const isVerified of [false, 'false'])
      expect(emailOf({ email, email_verified: isVerified, preferred_username: email })).toBeNull();
    expect(nameOf({ name: ' Asha\nRao ' })).toBe('Asha Rao');
    expect(nameOf({ name: ' ' })).toBeNull();
  });

  it.each([
    ['without a role', { role: null, known: active }, 'no_role'],
    ['who is suspended', { known: { ...active, isSuspended: true } }, 'suspended'],
    ['without an email', { email: null }, 'no_email'],
    ["with another account's email", { isEmailTaken: true }, 'email_taken'],
    ["with an account and another one's email", { known: active, isEmailTaken: true }, 'second_account'],
  ] as const)('%s is rejected', (_who, facts, reason) => {
    const usual = { role: 'finance', known: null, email, isEmailTaken: false } as const;
    expect(decideSignIn({ ...usual, ...facts })).toEqual({ action: 'reject', reason });
  });

  it('creates an account, and later signs in to it with the groups’ role, regardless of the email', () => {
    const usual = { role: 'finance', email, isEmailTaken: false } as const;
    expect(decideSignIn({ ...usual, known: null })).toEqual({ action: 'create', role: 'finance', email });
    const entered = { action: 'enter', role: 'finance', known: active };
    expect(decideSignIn({ ...usual, known: active })).toEqual(entered);
    expect(decideSignIn({ ...usual, known: active, email: null })).toEqual(entered);
    const lastOwner = { ...active, isLastOwner: true };
    expect(decideSignIn({ ...usual, known: lastOwner })).toEqual({
      action: 'enter',
      role: 'owner',
      known: lastOwner,
    });
  });
});
