import { describe, expect, test } from 'vitest';
import { bearing, planPoint, planRadius, RING_METRES, ringLabelPoint } from './plan-geometry.ts';

const degrees = (radians: number) => Math.round((radians * 180) / Math.PI);

describe('the plan of an emergency', () => {
  test.each([
    ['north', { latitude: 20.1, longitude: 73 }, 0],
    ['east', { latitude: 20, longitude: 73.1 }, 90],
    ['south', { latitude: 19.9, longitude: 73 }, 180],
    ['west', { latitude: 20, longitude: 72.9 }, -90],
  ])('[ROAD-06] draws a mechanic in the %s there', (_, place, angle) =>
    expect(degrees(bearing({ latitude: 20, longitude: 73 }, place))).toBe(angle),
  );

  test('[ROAD-06] draws a mechanic across 180° of longitude in the right direction', () => {
    expect(degrees(bearing({ latitude: 20, longitude: 179.95 }, { latitude: 20, longitude: -179.95 }))).toBe(90);
    expect(degrees(bearing({ latitude: 20, longitude: -179.95 }, { latitude: 20, longitude: 179.95 }))).toBe(-90);
  });

  test('[ROAD-06] keeps the rings apart and everything inside of the widest', () => {
    const radii = RING_METRES.map(planRadius);
    expect(radii.map(Math.round)).toEqual([28, 45, 63, 100]);
    expect(planRadius(80_000)).toBe(100);
    const { x, y } = planPoint(
      { latitude: 20, longitude: 73 },
      { place: { latitude: 20, longitude: 74 }, metres: 25_000 },
    );
    expect([Math.round(x), Math.round(y) + 0]).toEqual([100, 0]);
  });

  test('[ROAD-06] names a ring where no mechanic covers its distance', () => {
    const rounded = ({ x, y }: { x: number; y: number }) => [Math.round(x), Math.round(y)];
    expect(rounded(ringLabelPoint(10_000, []))).toEqual([0, -65]);
    expect(rounded(ringLabelPoint(10_000, [{ x: 4, y: -60 }]))).toEqual([46, -46]);
  });
});
