import { expect, it } from 'vitest';
import { findWireSpellings } from './wire-spellings.mjs';

const lines = [
  'const a = row.mechnaicId;',
  "if (kind === 'accecpted') go();",
  'interface B { phone_number: string }',
];
const text = lines.join('\n');

it('finds a wire spelling in a screen and in a verb', () => {
  for (const path of [
    'apps/web/src/features/example/example-screen.tsx',
    'apps/server/src/features/example/list-example.ts',
  ]) {
    expect(findWireSpellings([{ path, text }]).map((result) => result.line)).toEqual([1, 2, 3]);
  }
});

it('finds a misspelling inside a longer name', () => {
  const found = findWireSpellings([
    { path: 'apps/server/src/platform/db/schema/rates.ts', text: 'export const commisionRate = 1;' },
  ]);
  expect(found).toHaveLength(1);
});

it('accepts the contract and tests through HTTP', () => {
  expect(findWireSpellings([{ path: 'packages/contract/src/bookings.ts', text }])).toEqual([]);
  expect(findWireSpellings([{ path: 'apps/server/src/features/bookings/bookings.test.ts', text }])).toEqual([]);
});

it('accepts domain names', () => {
  const plain =
    'const mechanicId = booking.mechanicId; const vehicleType = 1; const vehicle_types = 2; userId; bookingType;';
  expect(findWireSpellings([{ path: 'apps/server/src/platform/db/schema/bookings.ts', text: plain }])).toEqual([]);
});

it('accepts a column name on the server and finds it on the web', () => {
  const column = 'SELECT vehicle_type, platform_fee FROM parts';
  expect(findWireSpellings([{ path: 'apps/server/src/records/example.ts', text: column }])).toEqual([]);
  expect(
    findWireSpellings([{ path: 'apps/web/src/features/example/example-screen.tsx', text: column }]),
  ).toHaveLength(1);
});
