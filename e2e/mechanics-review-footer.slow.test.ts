import { describe, expect } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { installClock } from './support/clock.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';
import { anApplication } from './support/factories/people.ts';
import { expectNoOverflow } from './support/overflow.ts';
import { servePictures } from './support/pictures.ts';

const ravi = anApplication({ name: 'Ravi', createdAt: '2026-01-01T06:00:00.000Z' });
const meera = anApplication({ name: 'Meera', createdAt: '2026-01-02T06:00:00.000Z' });
const asha = anApplication({ name: 'Asha', createdAt: '2026-01-03T06:00:00.000Z' });

const test = signedInTest({ mechanics: [ravi, meera, asha] });

describe('the footer of a review', () => {
  test.for([1280, 1024, 768, 375])(
    '[WORK-05] has the decision that can be undone below the document, and moves no button, at %i px',
    async (width, { page }) => {
      await installClock(page);
      await servePictures(page);
      const bar = page.getByRole('region', { name: 'Decisions', exact: true });
      const facts = page
        .getByRole('dialog', { name: 'Application of Meera', exact: true })
        .getByRole('region', { name: 'Facts' });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/mechanics?review=${ravi.id}`);
      await expectVisible(page.getByRole('region', { name: 'Facts' }));
      const buttons = ['Next application', 'Ask again', 'Reject', 'Approve'];
      const places = () =>
        Promise.all(buttons.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()));
      const before = await places();
      await page.keyboard.press('a');
      await page.getByRole('textbox', { name: /^Remarks/ }).press('Enter');
      await expectVisible(facts);
      await expectVisible(bar.getByRole('button', { name: 'Undo: Approving Ravi' }));
      expect(await places()).toEqual(before);
      const bottom = await facts.evaluate((it) => it.parentElement?.getBoundingClientRect().bottom);
      expect((await bar.boundingBox())?.y).toBeGreaterThanOrEqual(bottom ?? 800);
      await expectNoOverflow(page, `the review at ${width} px`);
      // The next width begins with all applications.
      await page.keyboard.press('z');
      await expectHidden(bar.getByRole('button'));
    },
  );
});
