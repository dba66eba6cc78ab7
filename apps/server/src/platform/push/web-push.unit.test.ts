import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptMessage, newVapidKeys, vapidHeader } from './web-push.ts';

// RFC 8291, appendix A.
const EXAMPLE = {
  message: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  senderKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

it('[DESK-05] a push message is encrypted as in the example of RFC 8291', () => {
  const { message, p256dh, auth, senderKey, salt, encrypted } = EXAMPLE;
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const body = encryptMessage(message, { p256dh, auth }, { salt: bytes(salt), senderKey: bytes(senderKey) });
  expect(body.toString('base64url')).toBe(encrypted);
});

it('[DESK-05] the sender signature is valid only for the origin of the push service', () => {
  const keys = newVapidKeys();
  const header = vapidHeader(keys, {
    endpoint: 'https://push.example.com:8443/send/abc',
    subject: 'mailto:owner@example.com',
    now: new Date('2026-03-14T10:00:00Z'),
  });
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(keys.publicKey);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example.com:8443',
    exp: Date.parse('2026-03-14T22:00:00Z') / 1000,
    sub: 'mailto:owner@example.com',
  });
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
});
