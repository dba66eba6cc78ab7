import { describe, expect, test } from 'vitest';
import { atZoom, mapPoint, tilesAround } from './map-geometry.ts';

const TEMPLATE = 'https://tiles.example.com/{z}/{x}/{y}.png';

describe('the map', () => {
  // The tile of Mumbai's Gateway of India, as tile servers number it.
  test('[ROAD-06] finds the tile of a place', () => {
    const centre = mapPoint({ latitude: 18.922, longitude: 72.8347 }, 12);
    const [tile] = tilesAround(TEMPLATE, { centre, zoom: 12, width: 1, height: 1 });
    expect(tile?.url).toBe('https://tiles.example.com/12/2876/1828.png');
  });

  test('[ROAD-06] goes on across 180° and ends at the poles', () => {
    const centre = mapPoint({ latitude: 85, longitude: 179.99 }, 3);
    const urls = tilesAround(TEMPLATE, { centre, zoom: 3, width: 512, height: 512 }).map(({ url }) => url);
    expect(urls).toContain('https://tiles.example.com/3/7/0.png');
    expect(urls).toContain('https://tiles.example.com/3/0/0.png');
    expect(urls.every((url) => !url.includes('-'))).toBe(true);
  });

  test('keeps the place in the middle when the zoom changes', () => {
    const place = { latitude: 20, longitude: 73 };
    const { x, y } = atZoom(mapPoint(place, 10), 10, 13);
    const expected = mapPoint(place, 13);
    expect(x).toBeCloseTo(expected.x, 6);
    expect(y).toBeCloseTo(expected.y, 6);
  });
});
