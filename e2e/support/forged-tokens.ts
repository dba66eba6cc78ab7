import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { clientOfProvider } from './identity-provider.ts';

type Forge = (claims: JWTPayload, published: JWK) => string | Promise<string>;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const byText = (text: string, claims: JWTPayload, { kid = '' }: JWK): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(text));

/** ID tokens that the provider did not sign, by the fault that they have. */
export const FORGED_TOKENS: Readonly<Record<string, Forge>> = {
  'without a signature': (claims) => `${base64url({ alg: 'none' })}.${base64url(claims)}.`,
  'that says RS256 and has no signature': (claims, { kid }) =>
    `${base64url({ alg: 'RS256', kid })}.${base64url(claims)}.`,
  'signed with the client secret': (claims, published) => byText(clientOfProvider.secret, claims, published),
  'signed with the published key as a secret': (claims, published) =>
    byText(JSON.stringify(published), claims, published),
  'signed with an unknown key': async (claims, { kid = '' }) => {
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  },
  'signed with a key of its own header': async (claims, { kid = '' }) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const header = { alg: 'RS256', kid, jwk: await exportJWK(publicKey), jku: 'https://evil.example.test/jwks' };
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  },
  'that is none': () => 'a.b.c',
};
