import { listBookings } from '@wayside/contract/bookings';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aBooking } from '../support/factories/bookings.ts';
import { openScreen, respondWithRows } from './open-screen.ts';
import { button } from './page-content.ts';

const booking = aBooking({ status: 'accepted' });
// The first tooltip, because each application opened in this document has its own.
const tip = page.getByRole('tooltip').first();
const open = () => openScreen('/bookings', [respondWithRows(listBookings, booking)]);
const leave = () => userEvent.hover(page.getByRole('heading', { level: 1 }));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('[NAV-07] a tooltip opens after 700 ms, or immediately within 300 ms of another one', async () => {
  await open();
  // The first pointer movement loads the code of the tooltips.
  await userEvent.hover(button(/theme/i));
  await expect.element(tip).toBeVisible();
  await leave();
  await expect.element(tip).not.toBeInTheDocument();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  await userEvent.hover(button(/theme/i));
  await pass(800);
  await leave();
  await pass(1000);

  await userEvent.hover(button(/theme/i));
  await pass(690);
  expect(tip.query()).toBeNull();
  await pass(20);
  expect(tip.query()).not.toBeNull();
  await userEvent.hover(button('Toggle Sidebar'));
  await pass(10);
  expect(tip.element().textContent).toContain('Toggle sidebar');

  for (const [restMs, isAtOnce] of [
    [200, true],
    [600, false],
  ] as const) {
    await leave();
    await pass(restMs);
    expect(tip.query()).toBeNull();
    await userEvent.hover(button(/theme/i));
    await pass(10);
    expect(tip.query() !== null, `${restMs} ms after another one`).toBe(isAtOnce);
  }
});

it('[NAV-07] a menu finds an item by the typed letters, and forgets the letters after one second', async () => {
  await open();
  await button(/theme/i).click();
  const item = (name: string) => page.getByRole('menuitemradio', { name });
  await expect.element(item('Dark')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  await userEvent.keyboard('d');
  await expect.element(item('Dark')).toHaveFocus();
  await userEvent.keyboard('s');
  await pass(900);
  await expect.element(item('Dark')).toHaveFocus();
  await pass(200);
  await userEvent.keyboard('s');
  await expect.element(item('System')).toHaveFocus();
});

it('[BOOK-04, BOOK-12] a row shows its complete service with the place, and its status, in tooltips', async () => {
  await open();
  for (const [text, shown] of [
    ['Oil change', 'Oil change (₹799) · Location: 19.0760, 72.8777'],
    ['In Progress', 'Accepted'],
  ] as const) {
    await userEvent.hover(page.getByRole('cell').getByText(text));
    await expect.poll(() => tip.query()?.textContent).toBe(shown);
  }
});

it('[FMT-03] an id is shown in full on hover and copied with a click, which does not open the row, in the list and in details', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open();
  const id = button(`${booking.id.slice(-6)}, copy the complete ID`);
  await userEvent.hover(id);
  await expect.element(tip).toHaveTextContent(booking.id);
  await id.click();
  await expect.element(button(`${booking.id.slice(-6)} copied`)).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(copy).toHaveBeenCalledExactlyOnceWith(booking.id);
  copy.mockRestore();
});
