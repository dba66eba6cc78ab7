import { afterAll, expect, test, vi } from 'vitest';

const CATALOGUE = {
  '{place}, {distance} km SE': '{place}, {distance} कि.मी. दक्षिण-पूर्व',
  '{bank} bulk payouts': '{bank} बल्क पेआउट',
};
vi.resetModules();
vi.doMock('../languages/language.ts', () => ({
  language: () => 'hi',
  locale: () => 'hi-IN-u-nu-latn',
  catalogue: () => CATALOGUE,
}));
const { placeText } = await import('./place-text.ts');
const { fileFormat } = await import('./file-format.ts');

afterAll(() => {
  vi.doUnmock('../languages/language.ts');
  vi.resetModules();
});

test('[LANG-02] the direction to a place is in the chosen language, and the name of the place is unchanged', () => {
  const names = ['Hadapsar, Pune, 3 km SE', 'Hadapsar, Pune', 'Pune, 3 km XX', 'constructor', ''];
  expect(names.map(placeText)).toEqual(['Hadapsar, Pune, 3 कि.मी. दक्षिण-पूर्व', ...names.slice(1)]);
});

test('[LANG-02] a file format has its own name in the chosen language, and names of banks stay unchanged', () => {
  expect(['RazorpayX bulk payouts', 'HDFC Bank ENet', 'PhonePe'].map(fileFormat)).toEqual([
    'RazorpayX बल्क पेआउट',
    'HDFC Bank ENet',
    'PhonePe',
  ]);
});
