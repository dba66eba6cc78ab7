import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryOf } from '../testing/arbitraries.ts';
import { everyEndpoint } from '../testing/every-endpoint.ts';
import { checkedEncoderOf } from './wire.ts';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test.each(everyEndpoint.map((endpoint) => [endpoint.name, endpoint] as const))(
  '[API-14] the fast encoder encodes any response of %s like z.encode',
  (_, { response }) => {
    const encode = checkedEncoderOf(response);
    fc.assert(
      fc.property(arbitraryOf(response), (value) => {
        expect(plain(encode(value))).toBeDefined();
      }),
      { numRuns: 50 },
    );
  },
);
