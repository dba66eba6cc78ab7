import { describe, expect, it } from 'vitest';
import { fitColumns } from './word-widths.ts';

/** Column needs where every text fits on one line and each word is as long as the heading. */
const needs = (...widths: number[]) => ({ lineWidths: widths, wordWidths: widths, headingWidths: widths });

describe('[LANG-03] the columns of a list', () => {
  it('keep the preferred widths where every word fits', () => {
    expect(fitColumns([100, 200], needs(100.4, 150))).toBeNull();
  });

  it('get space for their words from columns that have more than they need', () => {
    expect(fitColumns([100, 200], needs(140, 90))).toEqual([140, 160]);
  });

  it('take space first from columns that need no extra lines afterwards', () => {
    const columns = { lineWidths: [140, 300, 110], wordWidths: [140, 50, 60], headingWidths: [140, 50, 60] };
    expect(fitColumns([100, 200, 150], columns)).toEqual([140, 200, 110]);
    expect(fitColumns([100, 200, 110], columns)).toEqual([140, 170, 100]);
  });

  it('break words in cells before words in headings and badges when there is not enough space', () => {
    const columns = { lineWidths: [200, 200], wordWidths: [200, 200], headingWidths: [100, 180] };
    expect(fitColumns([150, 150], columns)).toEqual([116.66666666666666, 183.33333333333334]);
  });

  it('are wider than the list when headings and badges require it', () => {
    expect(fitColumns([100, 100], needs(150, 120))).toEqual([150, 120]);
  });
});
