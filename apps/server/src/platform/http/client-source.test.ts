import { expect, it } from 'vitest';
import { clientSource } from '../../testing/client-source.ts';
import { declaredEndpoints } from '../../testing/declared-endpoints.ts';

it('[SHIP-05] the client has exactly the calls for service keys in the contract', async () => {
  const source = clientSource(await declaredEndpoints());
  await expect(source).toMatchFileSnapshot('../../../../../packages/client/src/operations.ts');
});
