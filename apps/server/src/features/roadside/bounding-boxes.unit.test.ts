import { describe, expect, it } from 'vitest';
import { toBoundingBoxes } from './list-nearest.ts';

/** Returns the west, south, east and north edges of a box in degrees. */
const edges = (box: string) => {
  const [east = 0, north = 0, west = 0, south = 0] = box.match(/-?[\d.]+(e-\d+)?/g)?.map(Number) ?? [];
  return { west, south, east, north };
};
const around = (latitude: number, longitude: number, metres = 25_000) =>
  toBoundingBoxes({ latitude, longitude }, metres).map(edges);

describe('[ROAD-04] the bounding boxes around a place', () => {
  it('are wider in longitude further from the equator', () => {
    const [equator] = around(0, 73);
    const [mumbai] = around(19, 73);
    const [north] = around(60, 73);
    expect(equator?.north).toBeCloseTo(0.22483, 4);
    expect(equator?.east).toBeCloseTo(73.22483, 4);
    expect(mumbai?.east).toBeCloseTo(73 + 0.22483 / Math.cos((19 * Math.PI) / 180), 4);
    expect((north?.east ?? 0) - 73).toBeGreaterThan(0.22483 / Math.cos((60 * Math.PI) / 180));
  });

  it('are two boxes across 180°, on either side', () => {
    expect(around(10, 179.9)).toMatchObject([{ east: 180 }, { west: -180 }]);
    expect(around(10, -179.9)).toMatchObject([{ west: -180 }, { east: 180 }]);
    expect(around(10, 180)[1]).toMatchObject({ west: -180 });
  });

  it('contain every longitude around a pole', () => {
    for (const latitude of [89.9, 90, -89.9, -90])
      expect(around(latitude, 12)[0]).toMatchObject({ west: -180, east: 180 });
    expect(around(90, 0)[0]?.north).toBe(90);
    expect(around(-90, 0)[0]?.south).toBe(-90);
  });
});
