import { describe, expect, test } from 'vitest';
import {
  atZoom,
  bearing,
  mapPoint,
  placeLabels,
  planPoint,
  planRadius,
  RING_METRES,
  ringLabelPoint,
  tilesAround,
} from './site-geometry.ts';

const degrees = (radians: number) => Math.round((radians * 180) / Math.PI);

describe('the site plan of an emergency', () => {
  test.each([
    ['north', { latitude: 20.1, longitude: 73 }, 0],
    ['east', { latitude: 20, longitude: 73.1 }, 90],
    ['south', { latitude: 19.9, longitude: 73 }, 180],
    ['west', { latitude: 20, longitude: 72.9 }, -90],
  ])('[ROAD-06] draws a mechanic located to the %s there', (_, place, angle) =>
    expect(degrees(bearing({ latitude: 20, longitude: 73 }, place))).toBe(angle),
  );

  test('[ROAD-06] draws a mechanic across 180° of longitude in the right direction', () => {
    expect(degrees(bearing({ latitude: 20, longitude: 179.95 }, { latitude: 20, longitude: -179.95 }))).toBe(90);
    expect(degrees(bearing({ latitude: 20, longitude: -179.95 }, { latitude: 20, longitude: 179.95 }))).toBe(-90);
  });

  test('[ROAD-06] keeps the rings apart and everything inside the widest ring', () => {
    const radii = RING_METRES.map(planRadius);
    expect(radii.map(Math.round)).toEqual([28, 45, 63, 100]);
    expect(planRadius(80_000)).toBe(100);
    const { x, y } = planPoint(
      { latitude: 20, longitude: 73 },
      { place: { latitude: 20, longitude: 74 }, metres: 25_000 },
    );
    expect([Math.round(x), Math.round(y) + 0]).toEqual([100, 0]);
  });

  test('[ROAD-06] labels a ring at a position where no mechanic covers the text', () => {
    const rounded = ({ x, y }: { x: number; y: number }) => [Math.round(x), Math.round(y)];
    expect(rounded(ringLabelPoint(10_000, []))).toEqual([0, -65]);
    expect(rounded(ringLabelPoint(10_000, [{ x: 4, y: -60 }]))).toEqual([46, -46]);
  });
});

test('[ROAD-06] a distance is drawn where no dot, car or other distance covers it, and otherwise appears only in the list', () => {
  const dots = [
    { x: 0, y: -12, text: '1.2 km' },
    { x: 40, y: 0, text: '4.0 km' },
    { x: 40, y: 16, text: '4.4 km' },
  ];
  const labels = placeLabels(dots, { dotRadius: 6.5, marks: [{ x: 60, y: 16, radius: 2.4 }] });
  // The car is below the first dot, and the third dot is below the second.
  expect(labels[0]).toEqual({ x: 0, y: -12 - 6.5 - 3.6 - 1, text: '1.2 km' });
  expect(labels[1]?.y).toBeLessThan(0);
  for (const { x, y } of labels)
    for (const dot of dots) expect(Math.hypot(x - dot.x, y - dot.y)).toBeGreaterThan(6.5);
  const crowd = Array.from({ length: 30 }, (_, place) => ({ x: place % 6, y: 50 + (place % 5), text: '5.0 km' }));
  expect(placeLabels(crowd, { dotRadius: 6.5, marks: [] }).length).toBeLessThan(5);
});

const TEMPLATE = 'https://tiles.example.com/{z}/{x}/{y}.png';

describe('the map of an emergency', () => {
  // The tile that contains Mumbai's Gateway of India, in the numbering of tile servers.
  test('[ROAD-06] finds the tile of a place', () => {
    const centre = mapPoint({ latitude: 18.922, longitude: 72.8347 }, 12);
    const [tile] = tilesAround(TEMPLATE, { centre, zoom: 12, width: 1, height: 1 });
    expect(tile?.url).toBe('https://tiles.example.com/12/2876/1828.png');
  });

  test('[ROAD-06] continues across 180° and ends at the poles', () => {
    const centre = mapPoint({ latitude: 85, longitude: 179.99 }, 3);
    const urls = tilesAround(TEMPLATE, { centre, zoom: 3, width: 512, height: 512 }).map(({ url }) => url);
    expect(urls).toContain('https://tiles.example.com/3/7/0.png');
    expect(urls).toContain('https://tiles.example.com/3/0/0.png');
    expect(urls.every((url) => !url.includes('-'))).toBe(true);
  });

  test('keeps the place in the centre when the zoom changes', () => {
    const place = { latitude: 20, longitude: 73 };
    const { x, y } = atZoom(mapPoint(place, 10), 10, 13);
    const expected = mapPoint(place, 13);
    expect(x).toBeCloseTo(expected.x, 6);
    expect(y).toBeCloseTo(expected.y, 6);
  });
});
