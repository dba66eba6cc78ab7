import { describe, expect, it } from 'vitest';
import { areaName, placeName } from './gazetteer.ts';

describe('[DESK-02] the name of a place', () => {
  it.each([
    ['at the place itself', 18.503, 73.9315, 'Hadapsar, Pune'],
    ['of a neighbourhood', 12.9271, 77.6266, 'Koramangala, Bengaluru'],
    ['in a town that is the district', 34.15, 77.57, 'Leh'],
    ['to the north-east of a place', 33.9, 78.2, 'Shara, Leh, 18 km NE'],
    ['to the south-east of a place', 18.9, 74.5, /^\w+, [\w ]+, \d+ km SE$/],
    ['on the other side of a cell of the grid', 18.5001, 73.9001, /, Pune(, \d+ km [NESW]+)?$/],
  ])('%s', (_, latitude, longitude, name) => {
    const found = placeName({ latitude, longitude });
    if (typeof name === 'string') expect(found).toBe(name);
    else expect(found).toMatch(name);
  });

  it('is missing outside India', () => {
    for (const [latitude, longitude] of [
      [51.5, 0],
      [8, 70],
      [-90, 180],
    ] as const)
      expect(placeName({ latitude, longitude })).toBeNull();
  });

  it('has no distance for an area', () => {
    expect(areaName({ latitude: 18.55, longitude: 73.95 })).toMatch(/^[\w ]+, Pune$/);
  });
});
