import type { Route } from './exchange.ts';

/** Who may sign in with the stranger. */
export const theirAdministrator = { email: 'ops@stranger.test', password: 'open sesame' };
/** The token that they give. */
export const theirToken = 'jwt.of.a.stranger';

/** Signing in, and a profile without a name that stands alone. */
export const sessionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/admin/login',
    answer: ({ body }) => {
      const { email, password } = body as typeof theirAdministrator;
      const isRight = email === theirAdministrator.email && password === theirAdministrator.password;
      return { json: isRight ? { status: true, token: theirToken } : { status: false } };
    },
  },
  {
    method: 'GET',
    path: '/admin/ownprofile',
    answer: () => ({ json: { _id: 'a-7', email: theirAdministrator.email, role: 3 } }),
  },
];
